"""A server whose disk and clock the tests can break: see tests/reliability/faults.c."""
import glob
import mmap
import os
import shutil
import struct

from server_client import Server

LAYOUT = "iiiiq"  # struct control


class FaultyServer(Server):
    def __init__(self, command, data, library):
        super().__init__(command, data)
        path = data + ".faults"
        with open(path, "wb") as control:
            control.write(bytes(struct.calcsize(LAYOUT)))
        self.environment = {"LD_PRELOAD": library, "FAULTS_CONTROL": path, "FAULTS_DATA": data,
                            "ASAN_OPTIONS": "verify_asan_link_order=0"}
        self.control = mmap.mmap(os.open(path, os.O_RDWR), struct.calcsize(LAYOUT))
        self.fault()

    def fault(self, write=0, sync=0, copy=False, clock=0, passed=0):
        """Sets what is wrong from now on; without arguments all is well again."""
        self.control[:] = struct.pack(LAYOUT, write, sync, int(copy), passed, clock)

    def cut_power(self):
        """After a kill: leaves of each file what was synced, and nothing else."""
        for path in glob.glob(os.path.join(self.data, "serai.sqlite*")):
            if not path.endswith(".durable"):
                os.unlink(path)
        for path in glob.glob(os.path.join(self.data, "*.durable")):
            shutil.copyfile(path, path[:-len(".durable")])
