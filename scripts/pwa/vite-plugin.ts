import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { build, type Plugin } from 'vite'
import { readCatalogue } from '#i18n/catalogues.ts'
import { LANGS, type Lang } from '#i18n/lang.ts'
import { makeTranslate } from '#i18n/translate.ts'

const MOBILE = join(import.meta.dirname, '../../src/mobile')
const LOGO = readFileSync(join(MOBILE, 'logo.svg'), 'utf8')
const BRAND = '#0a70c0'

/**
 * Sizes that phones ask for. `maskable`: the phone cuts its own shape out, so the ground reaches the edge and
 * the sign stays in the middle.
 */
const ICONS = [
  { name: 'icon-192.png', size: 192, maskable: false },
  { name: 'icon-512.png', size: 512, maskable: false },
  { name: 'icon-maskable-512.png', size: 512, maskable: true },
  { name: 'icon-180.png', size: 180, maskable: true },
] as const

/**
 * The parts that make the app installable, out of the logo and the texts: icons, a manifest in each language,
 * the service worker.
 */
export function pwa(): Plugin {
  return {
    name: 'akari:pwa',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/icon-180.png' }, injectTo: 'head' },
    ],
    generateBundle: {
      // A chunk that only imports others is taken away when the page is written, and cannot be kept.
      order: 'post',
      async handler(_, bundle) {
        for (const icon of ICONS)
          this.emitFile({ type: 'asset', fileName: icon.name, source: await iconOf(icon) })
        for (const lang of LANGS)
          this.emitFile({
            type: 'asset',
            fileName: manifestName(lang).slice(1),
            source: JSON.stringify(manifestOf(lang)),
          })
        const shell = new Set<string>()
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !(chunk.isEntry || IN_FIRST_LOAD.test(chunk.facadeModuleId ?? '')))
            continue
          for (const file of [chunk.fileName, ...chunk.imports]) shell.add(`/${file}`)
        }
        for (const { fileName } of Object.values(bundle))
          if (fileName.endsWith('.css')) shell.add(`/${fileName}`)
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: await workerOf([...shell].sort(), Object.keys(bundle)),
        })
      },
    },
  }
}

/** Beside the entry: the first screen, and the one that says where a way ends. */
const IN_FIRST_LOAD = /\/modules\/home\/mobile\/HomePage\.tsx$|\/mobile\/DeadEnd\.tsx$/

export const manifestName = (lang: Lang): string => `/app.${lang}.webmanifest`

/** https://www.w3.org/TR/appmanifest/ in the member's language. */
export function manifestOf(lang: Lang): object {
  const t = makeTranslate(readCatalogue(lang), lang)
  return {
    id: '/',
    start_url: '/',
    scope: '/',
    lang,
    dir: 'ltr',
    name: t('mobile.name'),
    short_name: t('mobile.name'),
    description: t('mobile.claim'),
    display: 'standalone',
    orientation: 'any',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    categories: ['finance'],
    icons: ICONS.filter(({ size }) => size !== 180).map(({ name, size, maskable }) => ({
      src: `/${name}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: maskable ? 'maskable' : 'any',
    })),
  }
}

async function iconOf({ size, maskable }: (typeof ICONS)[number]): Promise<Buffer> {
  const sign = maskable ? Math.round(size * 0.9) : size
  const edge = size - sign
  const drawn = await sharp(Buffer.from(LOGO), { density: (72 * sign) / 72 })
    .resize(sign, sign)
    .png()
    .toBuffer()
  if (!maskable) return drawn
  const before = Math.floor(edge / 2)
  return sharp(drawn)
    .flatten({ background: BRAND })
    .extend({ top: before, left: before, bottom: edge - before, right: edge - before, background: BRAND })
    .png()
    .toBuffer()
}

/**
 * One file without imports. `files`: all of this build; their names carry hashes, so together they name it.
 */
async function workerOf(shell: readonly string[], files: readonly string[]): Promise<string> {
  const buildName = createHash('sha256')
    .update([...files].sort().join())
    .digest('base64url')
    .slice(0, 12)
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    define: { AKARI_SHELL: JSON.stringify(shell), AKARI_BUILD: JSON.stringify(buildName) },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(MOBILE, 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (first === undefined || !('output' in first)) throw new Error('the service worker was not built')
  return first.output[0].code
}
