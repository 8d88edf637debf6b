"""Has the HTTP stacks of Python that read no variable use the proxy and the CA of a run. It adds nothing else."""
import functools, importlib.util, os, sys

HERE, PROXY, BUNDLE = os.path.dirname(os.path.abspath(__file__)), *map(os.environ.get, ("HTTPS_PROXY", "SSL_CERT_FILE"))
local = lambda host: str(host).strip("[]").split(":")[0] in ("localhost", "", "127.0.0.1")
def pool(real, self, host, *args, **more):
    if not more.get("_proxy") and not local(host):
        more.update(_proxy=sys.modules["urllib3.util"].parse_url(PROXY), _proxy_headers={})
    real(self, host, *args, **{**more, "ca_certs": more.get("ca_certs") or BUNDLE})
def session(real, self, *args, **more): real(self, *args, **{**more, "trust_env": True})
def connection(real, self, host, *args, **more):
    real(self, host, *args, **more)
    if type(self).__module__ == "http.client" and not local(host):
        self.set_tunnel(self.host, self.port)
        self.host, self.port = PROXY.split("/")[2].split(":")
def direct(real, self, origin):  # What httpx has where it is told of no proxy.
    name = type(self).__name__.replace("ConnectionPool", "HTTPProxy")
    is_reached = not name.endswith("HTTPProxy") or getattr(self, "_proxy", None) or getattr(self, "_uds", 0) or local(origin.host.decode())
    if is_reached: return real(self, origin)
    return getattr(sys.modules["httpcore"], name)(PROXY, ssl_context=self._ssl_context).create_connection(origin)
CHANGES = {"urllib3.connectionpool": ("HTTPSConnectionPool.__init__", pool), "certifi": ("where", lambda _: BUNDLE),
           "aiohttp.client": ("ClientSession.__init__", session), "http.client": ("HTTPSConnection.__init__", connection),
           "httpcore._sync.connection_pool": ("ConnectionPool.create_connection", direct),
           "httpcore._async.connection_pool": ("AsyncConnectionPool.create_connection", direct)}
def change(module, of, how):
    owner, method = functools.reduce(getattr, of.split(".")[:-1], module), of.split(".")[-1]
    made = getattr(owner, method)
    setattr(owner, method, lambda *args, **more: how(made, *args, **more))
class Finder:
    def find_spec(name, path=None, target=None):
        what = CHANGES.pop(name, None)
        spec = what and importlib.util.find_spec(name)
        if spec:
            real, spec.loader.exec_module = spec.loader.exec_module, lambda module: (real(module), change(module, *what))
        return spec

if PROXY and BUNDLE:
    open(os.path.join(HERE, "seen-python"), "a").close()
    for name in set(CHANGES).intersection(sys.modules): change(sys.modules[name], *CHANGES.pop(name))
    sys.meta_path.insert(0, Finder)
