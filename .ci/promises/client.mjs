// The command of `exec`: it ends with 7 if what it finds in its environment leads to an emulator.
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
const headers = { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" };
const { status } = await fetch(`${url}/api/profiles`, { headers });
process.exit(status === 200 ? 7 : 1);
