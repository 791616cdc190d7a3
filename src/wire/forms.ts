/**
 * The forms of texts of shared values. A file by itself, because the app reads its addresses by them, and no
 * schema library should come along.
 */
export const FORMS = {
  issueCode: /^[0-9A-Z]{4,5}$/,
  id: /^[0-9A-Za-z-]{1,64}$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  clock: /^[0-4]\d:[0-5]\d$/,
} as const
