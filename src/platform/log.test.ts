import { expect, it } from 'vitest'
import { openLog } from './log.ts'

/**
 * Threat T26: what an error of the database knows of the row does not reach the log, nor does a secret that
 * somebody passes by its name.
 */
it('says of an error what, where and which kind, and nothing that the row held', () => {
  const lines: string[] = []
  const log = openLog('debug', { write: (line) => void lines.push(line) })
  const error = Object.assign(
    new Error('duplicate key value violates unique constraint "credentials_mobile_key"'),
    {
      code: '23505',
      detail: 'Key (mobile)=(09012345678) already exists.',
      where: 'COPY credentials, line 1: "09012345678"',
      parameters: ['09012345678'],
    },
  )
  log.error({ err: error, where: 'register', reference: 'ab' }, 'a request failed')
  log.error({ err: new Error('outer', { cause: error }) }, 'a job failed')
  log.warn(
    {
      token: 't-09012345678',
      password: 'p-09012345678',
      mobile: '09012345678',
      code: '09012345678',
      caller: { token: 't-09012345678' },
    },
    'noted',
  )
  log.warn({ err: 'no error at all' }, 'noted')
  expect(lines.join('')).not.toContain('09012345678')
  expect(JSON.parse(lines[0]!)).toMatchObject({
    err: { type: 'Error', message: error.message, fault: '23505', stack: error.stack },
    reference: 'ab',
  })
  expect(JSON.parse(lines[1]!)).toMatchObject({ err: { message: 'outer', cause: { fault: '23505' } } })
  expect(JSON.parse(lines[3]!)).toMatchObject({ err: 'no error at all' })
})
