"""Stands for the installer of packages, of which the kernel asks for `piplite.piplite`: here there is none."""

import sys

piplite = sys.modules["piplite.piplite"] = sys.modules[__name__]


async def install(requirements: object, **kwargs: object) -> None:
    """Say that nothing can be added."""
    raise RuntimeError(f"{requirements} cannot be added: this site fetches nothing from other hosts")
