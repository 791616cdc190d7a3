import babel from '@rolldown/plugin-babel'
import tailwind from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { chunkOfFirstPages, chunkOfHome } from './scripts/bundle/first-pages.ts'
import { packed } from './scripts/bundle/packed.ts'
import { contracts, unusedSchemas } from './scripts/contracts/vite-plugin.ts'
import { early } from './scripts/preload/vite-plugin.ts'
import { pwa } from './scripts/pwa/vite-plugin.ts'
import { texts } from './scripts/texts/vite-plugin.ts'

const DIST = join(import.meta.dirname, 'dist/mobile')
const OURS = /\/(src|node_modules)\//

/** The phone app. Its server allows no inline script: nothing here may make one. */
export default defineConfig({
  root: join(import.meta.dirname, 'src/mobile'),
  base: '/',
  plugins: [
    texts({ console: false }),
    contracts(),
    unusedSchemas(),
    pwa(),
    early(),
    react(),
    babel({ presets: [reactCompilerPreset({ compilationMode: 'annotation' })] }),
    tailwind(),
    packed(),
  ],
  build: {
    outDir: DIST,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // The page names all that its entry needs: what only the entry itself names is asked for a whole download
    // later. Of other pages,
    // icons and words shared by few are some hundred bytes each: naming them all in the entry costs more than
    // asking for them a moment later.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => /\/(?!Icon)[A-Z][^/]*$/.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // The icons come as one module that names six thousand: read only those that are used.
      experimental: { lazyBarrel: true },
      // Shared code travels as one file: twenty small ones compress worse and queue up. React is
      // the larger half of the first load, and stays the same when the app does not.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            // A chunk takes what its modules need as well. Home's come first, then the entry's own: they
            // would go with a later page's, and home would load that page's.
            { name: chunkOfHome('shared'), debugName: 'home', test: OURS, minShareCount: 2, priority: 2 },
            { name: chunkOfHome('entry'), debugName: 'entry', tags: ['$initial'], test: OURS, priority: 1 },
            { name: chunkOfFirstPages(), debugName: 'first pages', test: OURS, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
