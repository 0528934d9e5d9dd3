# ruff: noqa: E501  (a line is one concept)
"""Things and deeds of work outside software: pay, travel, trade, food, school, law, health, press.

Lines as in `things`.
"""

SOCIETY = """
salary: salary, wage, wages, pay range, payroll, earnings | 給与, 給料, 工资, 薪资
holiday: holiday, vacation, annual leave, days of leave, days off, day of leave, time off | 休暇, 有給, 年假, 假期
sick leave: sick leave, sick day, sick note | 病欠, 病假
employee: employee, staff, worker, staff member, personnel | 従業員, 社員, 员工, 职员
applicant: applicant, candidate, job seeker | 応募者, 候選人, 应聘者, 候选人
job ad: job ad, job advert, job posting, vacancy notice, advert for a job | 求人, 招聘启事
interview: interview | 面接, 面试
manager: manager, supervisor, boss, superior, head of department | 上司, 店長, 经理, 主管
expense: expense, expenses, travel cost | 経費, 报销, 费用
fee: fee, charge, tariff | 手数料, 料金, 手续费
tax: tax, vat, sales tax, value added tax | 税, 消費税, 税费
tip: tip, gratuity | チップ, 小费
goods: goods, merchandise, wares, articles for sale | 商品, 货物
basket: basket, cart, shopping cart | カート, 购物车
return deed of goods: send back, sent back, return goods | 返品, 退货
warranty: warranty, guarantee period | 保証期間, 保修
room: room, bedroom | 部屋, 客室, 房间
bed: bed, sheet, linen | ベッド, シーツ, 床单
booking: booking, reservation | 予約, 预订
luggage: luggage, baggage, suitcase | 荷物, 行李
meal: meal | 食事, 餐
allergy: allergy, allergen, nut allergy | アレルギー, 过敏
nut: nut, nuts | ナッツ, 坚果
meat: meat | 肉
onion: onion | 玉ねぎ, 洋葱
dough: dough | 生地, 面团
oven: oven | オーブン, 烤箱
water: water | 水
salt: salt, salted | 塩, 盐
spice: spice, herb, seasoning | 香辛料, 調味料, 香料, 调料
story: story, news story, news item | 記事ネタ, 报道
rumour: rumour, rumor, hearsay, gossip | 噂, 传闻
correction: correction, erratum | 訂正, 更正
anonymous: anonymous, unnamed, nameless | 匿名
reporter: journalist, reporter, correspondent | 記者, 记者
headline text: headline, heading of the article
advert: ad, advert, advertisement, commercial, sponsor message | 広告, 广告
episode: episode | エピソード, 剧集, 期节目
guest speaker: speaker, presenter, moderator | 司会, 主持人
visitor ticket: admission, entrance fee, entry ticket | 入場料, 门票
flash: flash, flash photography | フラッシュ, 闪光灯
glove: glove | 手袋, 手套
reagent: reagent, chemical, solvent | 試薬, 试剂
sample of lab: specimen | 試料, 样品
experiment: experiment, trial run, assay | 実験, 实验
measurement: measurement | 測定, 测量值
lawsuit: lawsuit, court case | 訴訟, 裁判, 案件, 诉讼
court: court, tribunal | 裁判所, 法院, 法庭
lawyer: lawyer, attorney, counsel, solicitor, barrister | 弁護士, 律师
clause: clause, provision | 条項, 条款
letter: letter | 手紙, 信件
lesson: lesson, class session, lecture | 授業, 课程, 课堂
teacher: teacher, instructor, tutor | 教師, 先生, 老师, 教师
homework: homework, assignment, home exercise | 宿題, 作业
parent: parent, guardian | 保護者, 家长
solution: solution, full answer, model answer, worked answer | 解答, 正解, 答案, 解法
hint: hint, clue, nudge | ヒント, 提示线索
medicine: medicine, drug, medication, tablet | 薬, 药物, 药品
symptom: symptom, complaint of the patient | 症状
diagnosis: diagnosis, diagnoses | 診断, 诊断
appointment: appointment, consultation | 診察予約, 预约时段
treatment: treatment, therapy | 治療, 治疗
flight: flight, plane | 便, 航班
passport: passport, identity card, id card | パスポート, 护照
ticket of travel: boarding pass, train ticket, travel ticket | 乗車券, 车票
player: player, gamer | プレイヤー, 玩家
enemy: enemy, monster, opponent | 敵, 敌人
weapon: weapon, sword, gun | 武器
save game: save point, saved game | セーブ, 存档
loan: loan, credit line, mortgage | 融資, ローン, 贷款
account: account | 口座, アカウント, 账户, 账号
balance: balance | 残高, 余额
ledger: ledger, book entry, ledger entry | 帳簿, 账簿
budget of money: budget | 予算, 预算
forecast: forecast, prediction, outlook | 予測, 预测
supplier: supplier, vendor, seller | 仕入先, 供应商
stock: stock, inventory, in store | 在庫, 库存
shift: shift, rota, roster | シフト, 班次
complaint: complaint, grievance | 苦情, 投诉
conversation: conversation, chat session, dialogue | 会話, 对话, 通话
satisfaction: survey, questionnaire, poll | アンケート, 问卷
competitor: competitor, competing product, rival | 競合, 竞争对手
outlier: outlier, extreme value | 外れ値, 异常值, 离群值
missing value: missing value, gap, missing data, empty cell | 欠損値, 缺失值
percentage: percentage, percent | 割合, 百分比
significance: significance, significant, p-value | 有意, 显著
axis: axis, axes | 軸, 坐标轴
legend: legend | 凡例, 图例
notebook: notebook, jupyter | ノートブック
training data: training set, training data, train set | 訓練データ, 训练集
subtitle: subtitle | 字幕
term: term, terminology | 用語
idiom: idiom, saying, proverb | 慣用句, 成语, 俗语
product name: product name, brand name | 製品名, 产品名, 品牌名
login: login, log-in, sign-in, log in, sign in | ログイン, 登录
firewall: firewall | ファイアウォール, 防火墙
certificate: certificate | 証明書, 证书
incident: incident, outage, downtime | 障害, 故障, 宕机
vulnerability: vulnerability, security hole, exploit | 脆弱性, 漏洞
disk: disk, drive, ssd | ディスク, 磁盘
memory: memory, ram, heap | メモリ, 内存
interrupt: interrupt, isr, interrupt handler | 割り込み, 中断处理
register: register | レジスタ, 寄存器
board: board, circuit board | 基板, 电路板
firmware: firmware | ファームウェア, 固件
"""

#: Deeds.
SOCIETY_ACTIONS = """
pass: pass, green, succeed | 合格, 通過, 成功
mark: mark, highlight, annotate | 印を付け, 標記, 标记, 标注
predict: predict, forecast, foresee, anticipate, expect | 予想, 予測する, 预测
search: search, look up, look for, google | 検索, 搜索, 查找
export deed: export, dump | 書き出, 导出
load: load, ingest | 読み込, 加载
upload: upload | アップロード, 上传
rotate: rotate, renew | ローテーション, 轮换
serve: serve, serve up | 提供する, 上菜
cook: cook, prepare | 調理, 烹饪
fry: fry, saute, sear | 炒め, 揚げ, 煎, 炒
boil: boil | 茹で, 沸か, 煮沸
wear: wear, put on | 着用, 佩戴, 戴
wash: wash, rinse | 洗う, 洗い, 清洗
air: air, ventilate | 換気, 通风
knock: knock | ノック, 敲门
enter: enter, go into, walk into, let in, admit | 入る, 入ら, 立ち入, 进入
pay: pay, settle | 支払, 支付, 付款
buy: buy, purchase from | 購入, 购买
sell: sell | 販売, 出售
lend: lend, borrow | 貸出, 借出
hire: hire, recruit, employ staff | 採用する, 雇用, 招聘
dismiss: dismiss, fire, lay off | 解雇
praise: praise, commend | 褒め, 称赞
criticise: criticise, criticize, blame | 批判, 批评
correct deed: put right, set right | 訂正する, 更正
interrupt deed: interrupt | 中断さ, 打断
allocate: allocate | 確保する, 分配
prescribe: prescribe | 処方, 开药
treat: treat | 治療する
diagnose: diagnose | 診断する, 诊断
lodge: lodge | 提出, 提交材料
redact: redact, black out, anonymise, anonymize, blank out | 匿名化, 匿名处理
record sound: tape, videotape | 録音, 録画, 录音, 录像
scan: scan | スキャン, 扫描
impute: impute, fill in, fill gaps | 補完, 插补, 填补
normalise: normalise, normalize | 正規化, 归一化
shuffle: shuffle | シャッフル, 打乱
plot: plot, draw | 描画, 绘制
mute: mute | ミュート, 静音
respawn: respawn, revive | 復活, 复活
attack: attack, fight | 攻撃, 攻击
drop loot: drop loot, drop items | ドロップ, 掉落
"""
