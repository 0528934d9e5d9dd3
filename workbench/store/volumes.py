"""Which disks cannot share memory between the processes that use a file on them."""

from __future__ import annotations

import os
from pathlib import Path

_NETWORK = {
    "9p",
    "afs",
    "afpfs",
    "beegfs",
    "ceph",
    "cifs",
    "coda",
    "fuse.davfs",
    "fuse.glusterfs",
    "fuse.rclone",
    "fuse.s3fs",
    "fuse.sshfs",
    "gfs2",
    "glusterfs",
    "lustre",
    "ncpfs",
    "nfs",
    "nfs4",
    "ocfs2",
    "orangefs",
    "smb3",
    "smbfs",
}
_MOUNTS = Path("/proc/self/mountinfo")


def is_network(path: Path) -> bool:
    """Whether `path` lies on a network disk; False where the system does not say."""
    return file_system(path) in _NETWORK


def file_system(path: Path) -> str:
    """The type of file system that holds `path` (Linux), else nothing."""
    try:
        table = os.fsdecode(_MOUNTS.read_bytes())
        real = os.fsdecode(os.fsencode(path.resolve()))
    except (OSError, RuntimeError):
        return ""
    best, kind = "", ""
    for line in table.splitlines():
        left, _, right = line.partition(" - ")
        fields, about = left.split(" "), right.split(" ")
        if len(fields) < 5 or not about[0]:
            continue
        point = fields[4].replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\")
        inside = real == point or real.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, about[0]
    return kind
