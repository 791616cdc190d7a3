import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { findIcalendarPython } from '../../../../test/debian.ts'
import { icalendar, type CalendarEvent } from '../model/icalendar.ts'

const event = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: 'results-S801-2026-2@akari.invalid',
  sequence: 0,
  isCancelled: false,
  when: { from: '2026-11-30', to: '2026-11-30' },
  summary: 'Results',
  description: '',
  category: 'Results',
  ...change,
})
const python = findIcalendarPython()
const NOW = timeJst('2026-11-27', 20, 30)
const text = (events: CalendarEvent[], name = 'Akari') =>
  icalendar({ name, lang: 'ja', stampedAt: NOW, events })
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

it('days end with the day after the last one, and a moment stands in Tokyo’s time', () => {
  const lines = linesOf(
    text([
      event({ when: { from: '2026-12-31', to: '2026-12-31' } }),
      event({ when: { from: '2026-12-04', to: '2026-12-09' }, sequence: 3, isCancelled: true }),
      event({ when: { at: timeJst('2026-12-01', 15, 30) } }),
    ]),
  )
  expect(lines).toEqual(
    expect.arrayContaining([
      'DTSTAMP:20261127T113000Z',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'DTSTART;VALUE=DATE:20261204',
      'DTEND;VALUE=DATE:20261210',
      'SEQUENCE:3',
      'STATUS:CANCELLED',
      'DTSTART;TZID=Asia/Tokyo:20261201T153000',
    ]),
  )
})

it('no sign of a name ends its value or its line', () => {
  const lines = linesOf(text([event({ summary: 'a,b;c\\d\ne\r\nf\rBEGIN:VEVENT\u0007\u2028' })]))
  expect(lines).toContain('SUMMARY;LANGUAGE=ja:a\\,b\\;c\\\\d\\ne\\nf\\nBEGIN:VEVENT')
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
})

it('lines have at most 75 octets and are cut between characters, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (summary) => {
      const file = text([event({ summary })])
      const bytes = Buffer.from(file)
      // A character that was cut would not survive.
      expect(bytes.toString()).toBe(file)
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    }),
  )
})

describe.skipIf(python === undefined)('read by python3-icalendar', () => {
  const READ = `
import sys, json, icalendar
found = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
print(json.dumps({
  'name': str(found['X-WR-CALNAME']),
  'zones': [str(z['TZID']) for z in found.walk('VTIMEZONE')],
  'errors': [str(e) for c in found.walk() for e in c.errors],
  'events': [{
    'uid': str(e['UID']), 'sequence': int(e['SEQUENCE']), 'status': str(e['STATUS']),
    'summary': str(e['SUMMARY']), 'description': str(e.get('DESCRIPTION', '')),
    'start': e.decoded('DTSTART').isoformat(),
    'end': e.decoded('DTEND').isoformat() if 'DTEND' in e else None,
  } for e in found.walk('VEVENT')],
}))`
  const readBy = (file: string) => {
    const { stdout, stderr } = spawnSync(python!, ['-c', READ], { input: file, encoding: 'utf8' })
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout) as {
      errors: string[]
      zones: string[]
      name: string
      events: Record<string, unknown>[]
    }
  }

  it('every word, day and moment comes out as it went in', () => {
    const summary = '株式会社あかり,「分割;併合」\\ 1:2 — 発表日 '.repeat(6)
    const found = readBy(
      text(
        [
          event({ summary, description: 'S801\n1株 12.5円', sequence: 2 }),
          event({ when: { at: timeJst('2026-12-01', 15, 30) }, isCancelled: true }),
        ],
        '明かり, 市場の日程;（模擬）',
      ),
    )
    expect(found).toEqual({
      name: '明かり, 市場の日程;（模擬）',
      zones: ['Asia/Tokyo'],
      errors: [],
      events: [
        {
          uid: 'results-S801-2026-2@akari.invalid',
          sequence: 2,
          status: 'CONFIRMED',
          summary,
          description: 'S801\n1株 12.5円',
          start: '2026-11-30',
          end: '2026-12-01',
        },
        {
          uid: 'results-S801-2026-2@akari.invalid',
          sequence: 0,
          status: 'CANCELLED',
          summary: 'Results',
          description: '',
          start: '2026-12-01T15:30:00+09:00',
          end: null,
        },
      ],
    })
  })
})
