/** The formats of the documents, as the service writes them. */
export const formats: Readonly<Record<string, RegExp>> = {
  binary: /^/,
  date: /^\d{4}-\d\d-\d\d$/,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  email: /^[^@\s]+@[^@\s]+$/,
  phone_number: /^\+\d{7,15}$/,
  time: /^\d\d:\d\d(:\d\d)?$/,
  uri: /^https?:\/\/[^\s"]+$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};
