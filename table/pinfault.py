"""What a pin library's error means to the owner, and the remedy. Pure; knows words of errors, and drives nothing."""


def why_not(error: Exception, pin: int | None = None, setting: str = "") -> str:
    """One or two sentences. pin: the BCM number it was about; setting: the one that names it.

    >>> why_not(RuntimeError("'GPIO busy'"), 17, "button_pins").split(".")[0]
    'BCM pin 17 is held by another program, or by an overlay in /boot/firmware/config'
    """
    text = f"{type(error).__name__}: {error}"
    low = text.lower()
    if isinstance(error, ImportError):
        return (
            f"{error}. On a Raspberry Pi: sudo apt-get install python3-gpiozero python3-lgpio; elsewhere --pins none."
        )
    if "gpiochip" in low or "cannot determine" in low or "unable to locate pi" in low:
        return (
            f"no pins are to be had here ({text}). On a Raspberry Pi the user must be in the group gpio; "
            "anywhere else start with --pins none or --pins mock."
        )
    if "busy" in low or "already in use" in low:
        return (
            f"BCM pin {pin} is held by another program, or by an overlay in /boot/firmware/config.txt. "
            f"End that, or name another pin with the setting {setting}."
        )
    if "lgd-nfy" in low or isinstance(error, FileNotFoundError | PermissionError):
        return f"lgpio could not write its pipe ({text}). Set LG_WD to a folder this user may write in."
    return f"{text}{f' (BCM pin {pin})' if pin is not None else ''}. Run cacho doctor, or start with --pins none."
