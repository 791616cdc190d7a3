import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { apiOf, logIn, must, waitFor } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openPhone, overflowing } from './browser.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

const ANSWER_MS = 10_000
const WITHDRAWALS = { withdrawFrom: '9:00', withdrawTo: '15:30', withdrawByRule: 1_000_000 }

describe.skipIf(chromiumPath === undefined)('the customer service', () => {
  const here = opened()

  it.each([
    ['ja', 0, 'ありがとうございます'],
    ['fr', 1, 'Merci bien'],
  ] as const)(
    'is asked, answers within 10 s, takes a picture and lets the conversation be kept (%s)',
    async (lang, member, thanks) => {
      const { page, complaints } = await openPhone(here.browser, { locale: lang })
      const { word, button, link, heading, tab } = storyOf(page, lang)
      const { account, password } = here.context.members[member]!
      await carrySession(page, await logIn(here.context.url, account, password))
      await page.goto(`${here.context.url}/#/pages/index/index`)
      await tab('mobile.tab.user').click()
      await link('home.user.support').click()
      await page.getByText(word('support.emptyTitle'), { exact: true }).first().waitFor()
      expect(await overflowing(page)).toEqual([])

      // One of the usual questions, then one's own words.
      const log = page.getByRole('log', { name: word('support.log') })
      await button('support.quick.withdrawal').click()
      await log.getByText(word('support.quick.withdrawal')).waitFor()
      await log.getByText(word('support.typing', { number: '1' })).waitFor({ timeout: ANSWER_MS })
      await log.getByText(word('support.canned.withdrawal', WITHDRAWALS)).waitFor({ timeout: ANSWER_MS })
      await log.getByText(word('support.desk'), { exact: true }).waitFor()
      await log.getByText(word('support.read'), { exact: true }).waitFor()
      await page.getByRole('textbox', { name: word('support.message') }).fill(thanks)
      await button('support.send').click()
      await log.getByText(word('support.canned.thanks')).waitFor({ timeout: ANSWER_MS })

      const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#0b7c55' } })
        .png()
        .toBuffer()
      await page
        .getByLabel(word('support.image'))
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
      await log.getByRole('img', { name: word('support.imageOf') }).waitFor()
      // Several at once: one that is no picture stops those after it, which go out when they are sent again.
      const chosen = [picture, picture, Buffer.from('not a picture'), picture].map((buffer, n) => ({
        name: `${n}.png`,
        mimeType: 'image/png',
        buffer,
      }))
      await page.getByLabel(word('support.image')).setInputFiles(chosen)
      await page.getByText(word('server.rejection.UPLOAD_KIND')).waitFor()
      await log
        .getByRole('img', { name: word('support.imageOf') })
        .nth(2)
        .waitFor()
      await page.getByRole('button', { name: word('support.imagesAgain', { n: 2 }) }).waitFor()
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])

      const [saved] = await Promise.all([page.waitForEvent('download'), button('support.export').click()])
      expect(saved.suggestedFilename()).toMatch(/^akari-chat-.*\.txt$/)

      if (lang === 'ja') {
        // A long conversation comes page by page; what was read stays.
        const api = apiOf(here.context.url, (await page.evaluate(() => localStorage.getItem('token')))!)
        for (let n = 1; n <= 27; n++) {
          must(await api.post('/chat/lines', { text: `n° ${n}` }))
          // Ten writes a second are a member's share.
          await page.waitForTimeout(n < 12 ? 0 : 100)
        }
        await log.getByText(/n° 27$/).waitFor()
        await page.reload()
        await log.getByText(/n° 27$/).waitFor()
        expect(await log.getByText(word('support.canned.withdrawal', WITHDRAWALS)).count()).toBe(0)
        const oldest = log.getByText(word('support.canned.withdrawal', WITHDRAWALS))
        // A page that comes keeps what is read in its place, so the top is farther off then.
        await waitFor(
          async () => {
            await page
              .getByRole('main')
              .last()
              .evaluate((main) => main.scrollTo(0, 0))
            return oldest.count()
          },
          (count) => count === 1,
        )
        expect(await log.getByText(/n° 27$/).count()).toBe(1)
      }

      // Too long: said before it is sent, and it cannot be.
      await page.getByRole('textbox', { name: word('support.message') }).fill('あ'.repeat(1_002))
      await page.getByText(word('support.toolong', { n: 2 })).waitFor()
      expect(await button('support.send').isDisabled()).toBe(true)
      expect(await accessibilityProblems(page)).toEqual([])
      expect(complaints).toEqual([])

      await page.goto(`${here.context.url}/#/subPackages/operatorActs/operatorActs`)
      await heading('staff.title').waitFor()
      await page.getByText(word('staff.intro')).waitFor()
      expect(await overflowing(page)).toEqual([])
      expect(await accessibilityProblems(page)).toEqual([])
      await page.context().close()
    },
  )
})
