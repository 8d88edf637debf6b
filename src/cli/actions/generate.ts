import { AmountError, amountsOf } from "../../seeding/amounts.ts";
import { generatedDocument } from "../../seeding/generated.ts";
import { writeFixture } from "../../seeding/write-fixture.ts";
import { progressOf } from "../process/boot.ts";
import { failureOfInput } from "../options/input-failure.ts";
import { Failure } from "../terminal/failure.ts";
import { print } from "../terminal/print.ts";
import { shellWord } from "../terminal/shell-word.ts";

interface GenerateValues {
  readonly profiles?: number;
  readonly events?: number;
  readonly seed: number;
  readonly output: string;
  readonly json?: boolean;
}

/** `service-emulator generate`: a fixture of generated people, written out. */
export async function generate(values: GenerateValues): Promise<void> {
  const amounts = amountsOf(values.profiles, values.events);
  if (amounts === undefined) throw new Failure("generate needs --profiles or --events", 2);
  try {
    const document = await generatedDocument(amounts, values.seed, progressOf(values));
    const file = await writeFixture(document, values.output);
    print(
      values.json,
      { file, ...amounts },
      () =>
        `${amounts.profiles} profiles and ${amounts.events} events are in ${values.output}: start with --fixtures ${shellWord(file)}`,
    );
  } catch (error) {
    if (error instanceof AmountError) throw new Failure(`--${error.option}: ${error.message}`, 2);
    throw failureOfInput(error);
  }
}
