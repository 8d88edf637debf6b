"""Has the HTTP stacks of Python that read no variable use the proxy and the CA of a run. It adds nothing else."""
import importlib.util, os, sys

HERE = os.path.dirname(os.path.abspath(__file__))
PROXY, BUNDLE = os.environ.get("HTTPS_PROXY"), os.environ.get("SSL_CERT_FILE")
local = lambda host: str(host).strip("[]").split(":")[0] in ("localhost", "", "127.0.0.1")
def pool(real, self, host, *args, **more):
    if not more.get("_proxy") and not local(host):
        more.update(_proxy=sys.modules["urllib3.util"].parse_url(PROXY), _proxy_headers={})
    real(self, host, *args, **{**more, "ca_certs": more.get("ca_certs") or BUNDLE})

def session(real, self, *args, **more):
    real(self, *args, **{"trust_env": True, **more})

def connection(real, self, host, *args, **more):
    real(self, host, *args, **more)
    if type(self).__module__ == "http.client" and not local(host):
        self.set_tunnel(self.host, self.port)
        self.host, self.port = PROXY.split("/")[2].split(":")

CHANGES = {"urllib3.connectionpool": ("HTTPSConnectionPool", pool),
           "aiohttp.client": ("ClientSession", session), "http.client": ("HTTPSConnection", connection)}
class Finder:
    def find_spec(name, path=None, target=None):
        of, change = CHANGES.pop(name, (None, None))
        spec = change and importlib.util.find_spec(name)
        def run(module, real=spec and spec.loader.exec_module):
            real(module)
            made = getattr(module, of).__init__
            getattr(module, of).__init__ = lambda *args, **more: change(made, *args, **more)
        if spec: spec.loader.exec_module = run
        return spec

if PROXY and BUNDLE:
    open(os.path.join(HERE, "seen-python"), "a").close()
    sys.meta_path.insert(0, Finder)
