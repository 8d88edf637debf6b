/** What a client needs to ask an emulator. */
export interface Access {
  readonly url: string;
  readonly companyId: string;
  readonly key: string;
  readonly authScheme?: string | undefined;
}

/** What a command finds in its environment. */
export const environmentOf = ({
  url,
  companyId,
  key,
  authScheme = "Service-API-Key",
}: Access): Record<string, string> => ({
  SERVICE_EMULATOR_URL: url,
  SERVICE_EMULATOR_API_KEY: key,
  SERVICE_EMULATOR_COMPANY_ID: companyId,
  SERVICE_EMULATOR_AUTH_SCHEME: authScheme,
});
