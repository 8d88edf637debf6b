/** Why a run in which nothing arrived shows nothing, and what to look at. */
export const noRequest =
  "no request arrived: does your command read SERVICE_EMULATOR_URL? For a name of its own, exec takes --env NAME=url";
