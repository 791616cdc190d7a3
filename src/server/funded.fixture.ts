import { DAY, dateJst, timeJst, type Ms } from '#kernel/time.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import type { TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'
import { sendPicture, verify } from './verified.fixture.ts'

export const TRANSACTION_PASSWORD = 'river-55'

/** The next time of a banking day, after `from`. */
export function businessTime(from: Ms, hour: number, minute = 0): Ms {
  let date = dateJst(from)
  while (!tseCalendar.isTradingDay(date) || timeJst(date, hour, minute) <= from) date = tseCalendar.next(date)
  return timeJst(date, hour, minute)
}

/** A member whose identity is verified, with an accepted account at a bank, which rests. Answers its id. */
export async function enterBankAccount(
  app: TestApp,
  token: string,
  person: { idNumber?: string } = {},
): Promise<string> {
  await app.call('POST', '/api/auth/transaction-password', {
    token,
    body: { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD },
  })
  await verify(app, token, person)
  const imageId = await sendPicture(app, token, 'passbook')
  const { data } = await app.call('POST', '/api/bank-accounts', {
    token,
    body: {
      holder: 'サトウ ハルカ',
      bankCode: '0001',
      branchCode: '001',
      type: 'ordinary',
      number: '1234567',
      imageId,
      transactionPassword: TRANSACTION_PASSWORD,
    },
  })
  await waitFor(
    async () => (await app.call('GET', '/api/bank-accounts', { token })).data.accounts[0].status as string,
    (status) => status === 'approved',
  )
  return data.id
}

/** The same, at ten o'clock of a banking day on which the account may be paid to. */
export async function openBankAccount(
  app: TestApp,
  token: string,
  person: { idNumber?: string } = {},
): Promise<string> {
  const accountId = await enterBankAccount(app, token, person)
  await app.call('POST', '/api/dev/clock', {
    body: { at: new Date(businessTime(app.context.clock.wall() + 3 * DAY, 10)).toISOString() },
  })
  return accountId
}
