import type { Page } from 'playwright-core'
import { mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { registerMember, waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { chromiumPath, openPhone, overflowing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

const WINDOWS = [
  { width: 320, height: 640 },
  { width: 375, height: 812 },
] as const

describe.skipIf(chromiumPath === undefined)('an identity by the chip of a card', () => {
  const here = opened()

  /** Nothing is cut and nothing hinders a reader, in both windows. `PICTURES`: a folder that keeps them. */
  async function isSound(page: Page, name: string): Promise<void> {
    for (const size of WINDOWS) {
      await page.setViewportSize(size)
      expect(await overflowing(page)).toEqual([])
      const folder = process.env['PICTURES']
      if (folder === undefined) continue
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: `${folder}/${name}-${size.width}.png` })
    }
    expect(await accessibilityProblems(page)).toEqual([])
  }

  it.each(['ja', 'fr'] as const)(
    'is read as a simulation that says so, goes with a selfie, and passes (%s)',
    async (lang) => {
      const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
      const { word, button, heading } = storyOf(page, lang)
      const { token, userId } = await registerMember(here.context.url, here.context.invitationCode)
      await page.addInitScript(
        (session) => {
          localStorage.setItem('token', session.token)
          localStorage.setItem('userId', session.userId)
        },
        { token, userId },
      )
      await page.goto(`${here.context.url}/#/subPackages/real_name/real_name`)
      await heading('members.identity.title').waitFor()
      await page.getByRole('radio', { name: word('members.identity.method.chip') }).check()
      await page.getByText(word('members.identity.chip.simulated')).waitFor()
      await button('members.identity.next').click()
      await page.getByText(word('members.identity.chip.first')).waitFor()
      await button('members.identity.chip.read').click()
      await page.getByText('見本 太郎').waitFor()
      await page.getByLabel(word('members.identity.kana'), { exact: true }).fill('みほん たろう')
      await isSound(page, `${lang}-chip`)
      await button('members.identity.next').click()

      // Date of birth and address are the chip's.
      const born = page.getByLabel(word('members.identity.birthDate'), { exact: true })
      expect(await born.isDisabled()).toBe(true)
      await page.getByLabel(word('members.identity.postalCode'), { exact: true }).fill('１００－０００１')
      await page.getByLabel(word('members.profile.occupation'), { exact: true }).selectOption('employee')
      await button('members.identity.next').click()
      await page
        .getByText(word('members.profile.required', { field: word('members.identity.purpose') }))
        .waitFor()
      await page.getByLabel(word('members.identity.purpose'), { exact: true }).selectOption('long-term')
      await isSound(page, `${lang}-facts`)
      await button('members.identity.next').click()
      await page
        .getByRole('button', {
          name: `${word('members.identity.chip.selfie')}: ${word('members.identity.useSample')}`,
        })
        .click()
      await waitFor(
        () => page.getByText(word('members.identity.side.draft'), { exact: true }).count(),
        (count) => count === 2,
      )
      await isSound(page, `${lang}-selfie`)
      await button('members.identity.next').click()
      await isSound(page, `${lang}-confirm`)
      await page.getByRole('checkbox', { name: word('members.identity.agree') }).check()
      await button('members.identity.submit').click()
      await page
        .getByRole('heading', { name: word('members.identity.passed.title') })
        .waitFor({ timeout: 60_000 })
      await page.getByText(word('members.identity.chip.done')).waitFor()
      await isSound(page, `${lang}-passed`)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )
})
