import babel from '@rolldown/plugin-babel'
import tailwind from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { contracts } from './scripts/contracts/vite-plugin.ts'
import { texts } from './scripts/texts/vite-plugin.ts'

/** The operators' console, served at /console/. Like the phone app's, its page may hold no inline script. */
export default defineConfig({
  root: join(import.meta.dirname, 'src/console'),
  base: '/console/',
  plugins: [
    texts({ console: true }),
    contracts(),
    react(),
    babel({ presets: [reactCompilerPreset({ compilationMode: 'annotation' })] }),
    tailwind(),
  ],
  build: {
    outDir: join(import.meta.dirname, 'dist/console'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
})
