import { createHash } from 'node:crypto'
import { holds } from '../breach.ts'
import type { FakeDisk } from '../fake-disk.ts'
import type { Told } from '../phones.ts'
import type { Batch } from './durable.ts'

const MEMBER_AND_KEY = /^\{"actor":"m:([^"]*)"/
const KEY = /"key":"([^"]*)","seq":"\d+","ts":"\d+","type":"[^"]*"\}$/

/** I4: one effect for each member and key. */
export function makeKeysCheck(): (batch: Batch) => void {
  const seen = new Map<string, number>()
  return ({ journal }) => {
    for (const { seq, record } of journal) {
      const member = MEMBER_AND_KEY.exec(record)?.[1]
      const key = KEY.exec(record)?.[1]
      if (member === undefined || key === undefined || key === '') continue
      const name = `${member} ${key}`
      holds(!seen.has(name), 'I4', () => `${name} has an effect at seq ${seen.get(name)} and again at ${seq}`)
      seen.set(name, seq)
    }
  }
}

/**
 * I5, at rest: whatever a phone was told stands in the journal, under its number and key, and the kept answer
 * is the one that was told.
 */
export function commitmentsAreKept(disk: FakeDisk, told: readonly Told[]): void {
  for (const { member, key, seq } of told) {
    const record = disk.journal[seq]?.record
    holds(
      record !== undefined &&
        record.startsWith(`{"actor":"m:${member}"`) &&
        record.includes(`"key":"${key}"`),
      'I5',
      () =>
        `${member} was told of seq ${seq}, and the journal has ${record === undefined ? 'no such record' : 'another there'}`,
    )
    const kept = disk.answers.get(`${member} ${key}`)
    holds(
      kept === undefined || kept.seq === seq,
      'I5',
      () => `${member} was told of seq ${seq}, the answer is kept for ${kept?.seq}`,
    )
  }
}

/**
 * I13: each head follows from the one before, reckoned here anew; a record once written is never another.
 * I18: its time never goes back.
 */
export function makeChainCheck(): (batch: Batch) => void {
  let head = Buffer.alloc(32)
  let seq = -1
  let ts = 0
  return ({ journal }) => {
    for (const each of journal) {
      holds(each.seq === seq + 1, 'I13', () => `after seq ${seq} comes ${each.seq}`)
      head = createHash('sha256').update('KABU-JRN-v1\0').update(head).update(each.record).digest()
      holds(
        head.toString('latin1') === each.hash,
        'I13',
        () => `the head of seq ${each.seq} does not follow from the one before`,
      )
      holds(
        each.ts >= ts && each.record.includes(`"seq":"${each.seq}","ts":"${each.ts}"`),
        'I18',
        () => `seq ${each.seq}: the journal's time went from ${ts} to ${each.ts}`,
      )
      seq = each.seq
      ts = each.ts
    }
  }
}
