// axios with axios-retry: idempotent requests are retried, and what was refused for a while.
import axios from "axios";
import axiosRetry from "axios-retry";
import { headers, urlOf, work } from "./work.mjs";

const client = axios.create({ headers, timeout: 5000 });
axiosRetry(client, {
  retries: 4,
  retryDelay: axiosRetry.exponentialDelay,
  retryCondition: (error) =>
    axiosRetry.isNetworkOrIdempotentRequestError(error) ||
    [429, 503].includes(error.response?.status),
});

await work(
  async (method, path, data) => (await client.request({ method, url: urlOf(path), data })).data,
);
