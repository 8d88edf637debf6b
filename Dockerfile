# `docker build --tag service-emulator .`; `npm run test:image` does the same without Docker, in Debian in place of `FROM`.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-alpine
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/bin bin
COPY --from=build /app/dist dist
COPY --from=build /app/fixtures fixtures
COPY --from=build /app/README.md ./
COPY --from=build /app/docs docs
RUN ln -s /app/bin/service-emulator.js /usr/local/bin/service-emulator
# From outside, a container's loopback cannot be reached, whatever the arguments are.
ENV SERVICE_EMULATOR_HOST=0.0.0.0
USER node
EXPOSE 4010
# It reads where the emulator is from a file that the emulator writes into /tmp: the port, and what TLS has to trust.
HEALTHCHECK --interval=10s --timeout=6s --start-period=10s --start-interval=1s CMD ["service-emulator", "wait", "--timeout", "5s"]
ENTRYPOINT ["service-emulator"]
