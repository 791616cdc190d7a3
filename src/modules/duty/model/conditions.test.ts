import { describe, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { nextOf, type Kind, type Standing } from './conditions.ts'

/** Notices of a row of figures, one each minute: `3 began`. */
function told(kind: Kind, figures: readonly number[], everyMs = MINUTE): string[] {
  let standing: Standing | undefined
  return figures.flatMap((figure, turn) => {
    const next = nextOf({ kind, figure }, standing, turn * everyMs)
    standing = next.standing
    return next.change === null ? [] : [`${turn} ${next.change} ${figure}`]
  })
}

describe('a condition is told when it begins, when it is worse, and when it is over', () => {
  it.each<[string, Kind, number[], string[]]>([
    ['nothing', 'chat-waiting', [0, 1, 2, 3], []],
    ['begins once', 'chat-waiting', [0, 4, 4, 5, 4], ['1 began 4']],
    ['three are no end', 'chat-waiting', [4, 3, 3, 3, 3], ['0 began 4']],
    ['over after two minutes at two', 'chat-waiting', [4, 2, 2, 2], ['0 began 4', '3 over 2']],
    ['a dip is no end', 'chat-waiting', [4, 2, 2, 4, 2, 2], ['0 began 4']],
    [
      'again soon after its end: ten minutes later, if it stays',
      'chat-waiting',
      [4, 1, 1, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
      ['0 began 4', '3 over 1', '13 began 4'],
    ],
    [
      'worse at twice as many, ten minutes apart',
      'chat-waiting',
      [4, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8],
      ['0 began 4', '10 worse 8'],
    ],
    [
      'each further withdrawal is worse',
      'withdrawal-due',
      [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2],
      ['0 began 1', '10 worse 2'],
    ],
    [
      'one done, another due within a minute',
      'withdrawal-due',
      [1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1],
      ['0 began 1', '10 worse 1'],
    ],
    ['a job of four minutes is none', 'job-behind', [4, 4], []],
    ['a job behind', 'job-behind', [5, 6, 1, 0, 0], ['0 began 5', '4 over 0']],
  ])('%s', (_, kind, figures, said) => {
    expect(told(kind, figures)).toEqual(said)
  })

  it('never floods: a figure that swings each minute for a day', () => {
    const swings = Array.from({ length: 1440 }, (__, turn) => (turn % 4 < 1 ? 9 : 0))
    expect(told('chat-waiting', swings).length).toBeLessThanOrEqual(2 * 144)
    expect(
      told('withdrawal-due', swings).filter((line) => !line.includes('over')).length,
    ).toBeLessThanOrEqual(144)
  })
})
