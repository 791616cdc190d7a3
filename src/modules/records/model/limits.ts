import { HOUR, MINUTE } from '#kernel/time.ts'

/** Files that are heavy to make. */
export const LIMITS = {
  /**
   * Statements and tables, and exports of all own data: heavy to make. `waiting`: PDF files that are being
   * made or wait for it.
   */
  files: {
    waiting: 16,
    perMember: [{ max: 20, withinMs: MINUTE }],
    exportsPerMember: [{ max: 3, withinMs: HOUR }],
  },
}
