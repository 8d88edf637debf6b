import { absentIfNull, list, literal, object, open, string } from "../../contract/shape.ts";
import { profileData, profileFields, profileMeta } from "../../domain/profiles/shape.ts";

const attributes = object(profileFields);

/** Create Profile: the service gives the id. */
export const newProfileBody = object({
  data: object({
    type: literal("profile"),
    attributes,
    "properties?": open(),
  }),
});

/** Update Profile: the id repeats the path's. */
export const updateBody = object({
  data: object({
    type: literal("profile"),
    id: string(),
    attributes,
    "properties?": open(),
    "meta?": absentIfNull(profileMeta),
  }),
});

/** Create or Update Profile: the id may be given. */
export const profileBody = object({ data: profileData });

/** The id is the destination's. @guess merge_profiles: One request merges one source. */
export const mergeBody = object({
  data: object({
    type: literal("profile-merge"),
    id: string(),
    relationships: object({
      profiles: object({
        data: list(object({ type: literal("profile"), id: string() }), { min: 1, max: 1 }),
      }),
    }),
  }),
});
