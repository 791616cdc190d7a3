import babel from '@rolldown/plugin-babel'
import tailwind from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { chunkOfFirstPages } from './scripts/bundle/first-pages.ts'
import { contracts } from './scripts/contracts/vite-plugin.ts'
import { early } from './scripts/early/vite-plugin.ts'
import { pwa } from './scripts/pwa/vite-plugin.ts'
import { texts } from './scripts/texts/vite-plugin.ts'

const DIST = join(import.meta.dirname, 'dist/mobile')

/** The phone app. Its server allows no inline script: nothing here may make one. */
export default defineConfig({
  root: join(import.meta.dirname, 'src/mobile'),
  base: '/',
  plugins: [texts({ console: false }), contracts(), pwa(), early(), react(), babel({ presets: [reactCompilerPreset({ compilationMode: 'annotation' })] }), tailwind()],
  build: {
    outDir: DIST,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Icons and words shared by few pages are some hundred bytes each: naming them all in the entry costs more than asking for them a moment later.
    modulePreload: { polyfill: false, resolveDependencies: (_, needed) => needed.filter((file) => /\/(?!Icon)[A-Z][^/]*$/.test(file)) },
    reportCompressedSize: false,
    rolldownOptions: {
      // The icons come as one module that names six thousand: read only those that are used.
      experimental: { lazyBarrel: true },
      // A route that nobody calls here, and a schema that no route here has, are left out.
      treeshake: { manualPureFunctions: ['route', 'z'] },
      // What many pages share travels as one file: twenty small ones compress worse and queue up.
      output: { codeSplitting: { groups: [{ name: chunkOfFirstPages(), debugName: 'first pages', test: /\/(src|node_modules)\//, minShareCount: 2 }] } },
    },
  },
})
