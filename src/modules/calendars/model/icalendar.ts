import { addDays, iso, momentJst, type DateJst, type Ms } from '#kernel/time.ts'

/** A day, days (`to` included), or a moment in Japan. */
export type When = { from: DateJst; to: DateJst } | { at: Ms }

/**
 * An event of a calendar (RFC 5545). `uid` stays the same while its date moves; `sequence` then grows; one
 * that is called off stays, cancelled, for calendars that have it.
 */
export type CalendarEvent = {
  uid: string
  sequence: number
  isCancelled: boolean
  when: When
  summary: string
  description: string
  category: string
}

type Calendar = { name: string; lang: string; stampedAt: Ms; events: readonly CalendarEvent[] }

const PRODUCT = '-//Akari//Simulated trading//EN'
const ZONE = 'Asia/Tokyo'
/** Calendars ask again after so long. */
const ASKED_AGAIN = 'PT6H'

/** Japan's offset has been one since 1951: no rule of summer time. */
const TIMEZONE = [
  'BEGIN:VTIMEZONE',
  `TZID:${ZONE}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0900',
  'TZOFFSETTO:+0900',
  'TZNAME:JST',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** The text of an iCalendar file: lines folded at 75 octets and ended by CR LF. */
export function icalendar({ name, lang, stampedAt, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME;LANGUAGE=${lang}:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${ZONE}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${ASKED_AGAIN}`,
    `X-PUBLISHED-TTL:${ASKED_AGAIN}`,
    ...TIMEZONE,
    ...events.flatMap((event) => eventLines(event, lang, utc(stampedAt))),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const eventLines = (
  { uid, sequence, isCancelled, when, summary, description, category }: CalendarEvent,
  lang: string,
  stamp: string,
): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${stamp}`,
  `SEQUENCE:${sequence}`,
  `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  ...('at' in when
    ? [`DTSTART;TZID=${ZONE}:${local(when.at)}`]
    : // The end is the day after the last one.
      [`DTSTART;VALUE=DATE:${dateText(when.from)}`, `DTEND;VALUE=DATE:${dateText(addDays(when.to, 1))}`]),
  `SUMMARY;LANGUAGE=${lang}:${escaped(summary)}`,
  ...(description === '' ? [] : [`DESCRIPTION;LANGUAGE=${lang}:${escaped(description)}`]),
  `CATEGORIES;LANGUAGE=${lang}:${escaped(category)}`,
  // It takes nobody's time.
  'TRANSP:TRANSPARENT',
  'CLASS:PRIVATE',
  'END:VEVENT',
]

const dateText = (date: DateJst): string => date.replaceAll('-', '')
const utc = (at: Ms): string => iso(at).replaceAll(/[-:]|\.\d+/g, '')
const local = (at: Ms): string => momentJst(at).replaceAll(/[-:]/g, '').replace(' ', 'T')

/** Text of a property: no sign of it ends a value or a line (RFC 5545, 3.3.11). */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')

const MOST_OCTETS = 75
const octetsOf = (character: string): number => {
  const code = character.codePointAt(0)!
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Folded between characters, never inside one (RFC 5545, 3.1); the blank of a further line counts. */
function folded(line: string): string {
  let [text, length] = ['', 0]
  for (const character of line) {
    const octets = octetsOf(character)
    if (length + octets > MOST_OCTETS) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += octets
  }
  return text
}
