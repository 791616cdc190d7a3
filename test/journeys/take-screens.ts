/** `npm run screens`: a picture of every screen, as each viewer sees it, in screens/ with one sheet for all. Arguments are languages; ja and fr without. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGS, type Lang } from '#texts/lang.ts'
import { removeDir, startHouse } from '../house/start.ts'
import { openBrowser } from './browser.ts'
import { allScenes, open, phoneOf, VIEWERS } from './every-screen.ts'

const FOLDER = join(import.meta.dirname, '../../screens')
const asked = process.argv.slice(2)
const langs: readonly Lang[] = asked.length === 0 ? ['ja', 'fr'] : LANGS.filter((lang) => asked.includes(lang))

const [house, browser] = await Promise.all([startHouse(), openBrowser()])
const taken: { file: string; title: string }[] = []
try {
  const scenes = await allScenes(house)
  rmSync(FOLDER, { recursive: true, force: true })
  for (const lang of langs) {
    mkdirSync(join(FOLDER, lang), { recursive: true })
    for (const viewer of VIEWERS) {
      const own = scenes.filter((scene) => scene.viewer === viewer)
      const page = await (await phoneOf(browser, own[0]!, lang)).newPage()
      for (const scene of own) {
        const problems = await open(page, house, scene)
        const file = `${lang}/${viewer}-${scene.name.replaceAll(/\W+/g, '-')}.png`
        await page.screenshot({ path: join(FOLDER, file) })
        taken.push({ file, title: [`${lang} · ${viewer} · ${scene.name}`, ...problems].join(' — ') })
      }
      await page.context().close()
    }
  }
} finally {
  await browser.close()
  await house.stop()
  await removeDir(house.dataDir)
}
const figures = taken.map(({ file, title }) => `<figure><img loading="lazy" src="${file}" width="375" alt=""><figcaption>${title.replaceAll('<', '&lt;')}</figcaption></figure>`)
writeFileSync(join(FOLDER, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Akari</title><style>body{display:flex;flex-wrap:wrap;gap:16px;background:#ccc;font:14px sans-serif}figure{margin:0;width:375px}</style>${figures.join('\n')}\n`)
console.log(`${taken.length} pictures: ${join(FOLDER, 'index.html')}`)
