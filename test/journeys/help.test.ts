import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { registerMember } from '../app/api.ts'
import { accessibilityProblems } from './axe.ts'
import { carrySession, chromiumPath, openPhone, overflowing, standing } from './browser.ts'
import { press } from './glass.ts'
import { opened } from './opened.ts'
import { storyOf } from './story.ts'

const CODE = 'S801'
/** Folder for pictures to look at. */
const PICTURES = process.env['PICTURES']
const SIZES = [
  { width: 320, height: 640 },
  { width: 375, height: 812 },
]
/** The page at each size: nothing is cut, and a picture is taken where a folder is named. */
async function look(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await standing(page)
    expect(await overflowing(page), `${name} at ${size.width}`).toEqual([])
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}-${size.width}.png` })
  }
}

describe.skipIf(chromiumPath === undefined)('whoever looks for help', () => {
  const here = opened({ trading: CODE })

  it('types kana, reads an article, goes where it leads, and holds a term on the ticket', async () => {
    const member = await registerMember(here.context.url, here.context.invitationCode)
    const { page, complaints } = await openPhone(here.browser)
    const story = storyOf(page, 'ja')
    await carrySession(page, member)
    await page.goto(`${here.context.url}/#/subPackages/help/help`)
    const field = page.getByRole('searchbox', { name: story.word('help.field') })
    await field.click()

    // Half-typed kana finds nothing yet; the word that the input method gives does.
    const glass = await page.context().newCDPSession(page)
    for (const text of ['て', 'てs', 'てす', 'てすうりょう'])
      await glass.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    await page.getByText(story.word('help.first'), { exact: true }).waitFor()
    expect(await page.getByText(/件のヘルプ/).count()).toBe(0)
    await glass.send('Input.insertText', { text: 'てすうりょう' })
    await page.getByText(/件のヘルプ/).waitFor()
    const found = page.getByRole('link', { name: '手数料はいくらですか', exact: true })
    await look(page, 'help-search-ja')
    await found.click()

    // The figure is the one in force, and the article leads into the app.
    await page.getByText('0.05%', { exact: false }).first().waitFor()
    await look(page, 'help-article-ja')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: story.word('orders.pageTitle.feeStatement'), exact: true }).click()
    await story.heading('orders.fees.title').waitFor()

    await page.goto(
      `${here.context.url}/#/subPackages/index/placeOrder/placeOrder?code=${CODE}&side=up&type=market&quantity=100`,
    )
    const term = page.getByRole('button', { name: story.word('orders.ticket.fee'), exact: true })
    await term.scrollIntoViewIfNeeded()
    const box = (await term.boundingBox())!
    await press(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
    const sheet = page.getByRole('dialog')
    await sheet.getByText(story.word('help.term.commission'), { exact: true }).waitFor()
    await look(page, 'help-term-ja')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' }).catch(() => sheet.waitFor({ state: 'hidden' }))

    // A long hold clicks nothing when it ends: the next key is not dropped in its place.
    const again = (await term.boundingBox())!
    const at = { x: again.x + again.width / 2, y: again.y + again.height / 2 }
    await press(page, at, 1_200)
    await sheet.getByText(story.word('help.term.commission'), { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' }).catch(() => sheet.waitFor({ state: 'hidden' }))

    // By key as well, and from there to the article.
    await term.focus()
    await page.keyboard.press('Enter')
    await sheet.getByRole('button', { name: story.word('help.readMore'), exact: true }).click()
    await page.getByRole('heading', { name: '手数料はいくらですか', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  it.each(['ja', 'fr'] as const)('a guest finds an answer, or the way to ask (%s)', async (lang) => {
    const { page, complaints } = await openPhone(here.browser, { locale: lang === 'ja' ? undefined : lang })
    const story = storyOf(page, lang)
    await page.goto(`${here.context.url}/#/pages/user/user`)
    await page.getByRole('link', { name: story.word('ui.help'), exact: true }).click()
    const subject = page.getByRole('button', { name: new RegExp(story.word('help.group.money')) })
    await subject.click()
    expect(await subject.getAttribute('aria-expanded')).toBe('true')
    await look(page, `help-${lang}`)
    expect(await accessibilityProblems(page)).toEqual([])
    const field = page.getByRole('searchbox', { name: story.word('help.field') })
    await field.fill('zzzz')
    await page.getByText(story.word('help.none', { query: 'zzzz' }), { exact: true }).waitFor()
    await page
      .getByRole('link', { name: story.word('help.ask'), exact: true })
      .first()
      .waitFor()
    await look(page, `help-none-${lang}`)
    await page.goto(`${here.context.url}/#/subPackages/help/article?id=withdrawals`)
    await page.getByText('09:00').first().waitFor()
    await look(page, `help-withdrawals-${lang}`)
    expect(complaints).toEqual([])
    await page.close()
  })
})
