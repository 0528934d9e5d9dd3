"""Choices: roles that one thing fills at a time, with the alternatives people know.

`[role] topic, topic` begins a block; the topics are concepts of `things` or `actions` that show
what is talked about. Each line is one alternative: `name: words, phrases | Japanese or Chinese`.
Words behind `~` are everyday words: they count only beside a topic of their role. A role whose
name ends in `*` holds attributes of any subject (the two subjects must agree).
"""

TOOLS = """
[js package manager] package manager, dependency, install
npm: npm
pnpm: pnpm
yarn: yarn
bun: ~bun
[python package manager] package manager, dependency, install
pip: pip, pip-tools
poetry: poetry
uv: uv
conda: conda, mamba
pipenv: pipenv
pdm: pdm
[ruby package manager] dependency
bundler: ~bundler
gem: gem install
[php build] dependency
composer: ~composer
[jvm build] build, dependency
maven: maven, mvn
gradle: gradle, gradlew
bazel: bazel
ant: ~ant
[native build] build
cmake: cmake
meson: meson
autotools: autotools, automake
bazel: bazel
[js test runner] test
jest: jest
vitest: vitest
mocha: mocha
jasmine: jasmine
node test: node:test, built-in test runner
ava: ~ava
[python test runner] test
pytest: pytest
unittest: unittest
nose: ~nose, nose2
[jvm test] test
junit 5: junit 5, jupiter
junit 4: junit 4
testng: testng
spock: spock
[ruby test] test
rspec: rspec
minitest: minitest
[browser test] test, e2e
playwright: playwright
cypress: cypress
selenium: selenium, webdriver
puppeteer: puppeteer
[component test] test
testing library: testing library
enzyme: enzyme
[js bundler] build
webpack: webpack
vite: vite
rollup: ~rollup
parcel: ~parcel bundler
esbuild: esbuild
turbopack: turbopack
[js formatter] formatter, lint, format deed
prettier: prettier
biome: biome
dprint: dprint
[python formatter] formatter, lint, format deed
black: ~black
yapf: yapf
autopep8: autopep8
ruff format: ruff format
[python linter] lint
ruff: ~ruff
flake8: flake8
pylint: pylint
[python type checker] type, type hint
mypy: mypy
pyright: pyright
[ui framework] component, page, ui, widget, user interface
react: react
vue: vue
svelte: svelte
angular: angular
solid: solidjs, ~solid
[state library] state, store
redux: redux, redux toolkit
zustand: zustand
mobx: mobx
recoil: recoil
jotai: jotai
pinia: pinia
vuex: vuex
context: ~context, react context
signals: ~signals
[data fetching] request, fetch, data, api
react query: react query, tanstack query
swr: swr
apollo: apollo
rtk query: rtk query
[js http client] request, api, endpoint, backend
axios: axios
fetch: `fetch`, window.fetch, fetch api, bare fetch, native fetch
got: ~got
ky: ~ky
superagent: superagent
[python http client] request, api
requests: requests library, python requests
httpx: httpx
aiohttp: aiohttp
urllib: urllib
[css approach] style, component
tailwind: tailwind, utility class, utility-first
css modules: css module
styled components: styled component, styled-components, emotion, css-in-js
sass: sass, scss
bootstrap: bootstrap
inline styles: inline style
plain css: plain css, vanilla css
bem: bem
[js date library] date, time
moment: ~moment, moment.js
dayjs: dayjs, day.js
date-fns: date-fns
luxon: luxon
temporal: temporal
[js validation] validation, validate, schema
zod: zod
yup: yup
joi: joi
ajv: ajv
valibot: valibot
[forms library] form
formik: formik
react hook form: react hook form, react-hook-form
[js orm] database, query
prisma: prisma
drizzle: drizzle
typeorm: typeorm
sequelize: sequelize
knex: knex
[python web] api, server, endpoint, service
flask: flask
django: django
fastapi: fastapi
[node web] api, server, endpoint, service
express: ~express
fastify: fastify
koa: koa
nest: nestjs
hono: hono
[python data] data, table
pandas: pandas
polars: polars
[python validation] validation, schema
pydantic: pydantic
marshmallow: marshmallow
attrs: ~attrs
dataclasses: dataclass
[python paths] file
pathlib: pathlib
os.path: os.path
[log library] log
winston: winston
pino: pino
structlog: structlog
loguru: loguru
stdlib logging: stdlib logging, logging module
log4j: log4j
logback: logback
[go errors] error
errors.Is: errors.is
pkg/errors: pkg/errors
[rust errors] error
anyhow: anyhow
thiserror: thiserror
eyre: eyre
[rust async] async
tokio: tokio
async-std: async-std
[assertions] test
assertj: assertj
hamcrest: hamcrest
chai: ~chai
testify: testify
[mock library] mock, test
mockito: mockito
easymock: easymock
sinon: sinon
[database engine] database
postgres: postgres, postgresql
mysql: mysql, mariadb
sqlite: sqlite
mongodb: mongodb, mongo
dynamodb: dynamodb
oracle: ~oracle
[job queue] queue, job
celery: celery
rq: ~rq
sidekiq: sidekiq
bull: bullmq
rabbitmq: rabbitmq
kafka: kafka
sqs: sqs
[container engine] container
docker: docker
podman: podman
[orchestration] deploy
kubernetes: kubernetes, k8s
nomad: ~nomad
docker compose: docker compose
ecs: ecs
[infrastructure code] infrastructure
terraform: terraform
pulumi: pulumi
cloudformation: cloudformation
ansible: ansible
cdk: aws cdk
[ci system] ci, build
github actions: github actions
gitlab ci: gitlab ci
jenkins: jenkins
circleci: circleci
travis: travis
[cloud] deploy, server
aws: aws
gcp: gcp, google cloud
azure: azure
[task runner] command, build
make: ~make
just: ~just
task: taskfile
[error tracker] error
sentry: sentry
bugsnag: bugsnag
rollbar: rollbar
[tracker] ticket
jira: jira
linear: ~linear
github issues: github issues
[component docs] component
storybook: storybook
ladle: ladle
[table tool] diagram
mermaid: mermaid
plantuml: plantuml
graphviz: graphviz
[shell choice] script, shell
bash: bash
zsh: zsh
fish: ~fish
posix sh: posix sh, plain sh
powershell: powershell
"""
