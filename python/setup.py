"""Puts libserai beside the package: `pip install ./python` needs a C compiler and make, a wheel
(`make wheel`) needs nothing. One wheel serves every CPython: the library is called by ctypes."""

import shutil
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution

HERE = Path(__file__).resolve().parent
LIBRARIES = "lib*.so*"  # libserai, and jansson, which it stands on


class WithLibraries(build_py):
    def run(self):
        super().run()
        if list((HERE / "serai").glob(LIBRARIES)):
            return  # as `make wheel` has it; what an earlier installation left elsewhere is no reason
        package, house = Path(self.build_lib) / "serai", HERE.parent
        subprocess.check_call(["make", "-C", str(house), "VARIANT=release", "python-library"])
        for library in (house / "build" / "release" / "python").glob(LIBRARIES):
            shutil.copy2(library, package)


class Platform(Distribution):
    def has_ext_modules(self):
        return True


def wheel_command():
    try:
        from setuptools.command.bdist_wheel import bdist_wheel
    except ImportError:
        from wheel.bdist_wheel import bdist_wheel

    class ForEveryPython(bdist_wheel):
        def get_tag(self):
            return "py3", "none", super().get_tag()[2]

    return ForEveryPython


setup(cmdclass={"build_py": WithLibraries, "bdist_wheel": wheel_command()}, distclass=Platform)
