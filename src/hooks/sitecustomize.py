"""Loads what a run has put beside it, and then the file of this name that it hides."""
import importlib.machinery, importlib.util, os, sys

HERE = os.path.dirname(os.path.abspath(__file__))
for each in ("service_emulator_proxy", "service_emulator_waits"):
    if sys.version_info >= (3, 7) and os.path.exists(os.path.join(HERE, each + ".py")):
        __import__(each)
paths = [os.path.abspath(each) for each in sys.path]
behind = sys.path[paths.index(HERE) + 1:] if HERE in paths else []
hidden = importlib.machinery.PathFinder.find_spec("sitecustomize", behind)
if hidden:  # Python runs the first of this name alone.
    sys.modules["sitecustomize"] = importlib.util.module_from_spec(hidden)
    hidden.loader.exec_module(sys.modules["sitecustomize"])
