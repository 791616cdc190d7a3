/**
 * Days without trading besides weekends: national holidays with their substitutes, and the turn of the year
 * (facts: market rules, section 2; equinoxes as decreed). 2023 is there for replays of that year.
 */
const DAYS: Readonly<Record<string, string>> = {
  2023: `
    01-01 01-02 01-03 01-09 02-11 02-23 03-21 04-29 05-03 05-04 05-05 07-17
    08-11 09-18 09-23 10-09 11-03 11-23 12-31
  `,
  2024: `
    01-01 01-02 01-03 01-08 02-11 02-12 02-23 03-20 04-29 05-03 05-04 05-05
    05-06 07-15 08-11 08-12 09-16 09-22 09-23 10-14 11-03 11-04 11-23 12-31
  `,
  2025: `
    01-01 01-02 01-03 01-13 02-11 02-23 02-24 03-20 04-29 05-03 05-04 05-05
    05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-23 11-24 12-31
  `,
  2026: `
    01-01 01-02 01-03 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06
    07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-31
  `,
  2027: `
    01-01 01-02 01-03 01-11 02-11 02-23 03-21 03-22 04-29 05-03 05-04 05-05
    07-19 08-11 09-20 09-23 10-11 11-03 11-23 12-31
  `,
}

export const HOLIDAYS: ReadonlySet<string> = new Set(
  Object.entries(DAYS).flatMap(([year, days]) =>
    days
      .trim()
      .split(/\s+/)
      .map((day) => `${year}-${day}`),
  ),
)
export const HOLIDAYS_UNTIL = '2027-12-31'
