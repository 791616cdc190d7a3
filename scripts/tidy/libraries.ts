/**
 * The places where each library may be imported: one row each, and a library without a row may not be
 * imported at all.
 */
export const LIBRARIES: Record<string, RegExp> = {
  '@fastify/multipart': /^src\/platform\//,
  '@formatjs/icu-messageformat-parser': /^src\/i18n\//,
  '@node-rs/argon2': /^src\/modules\/identity\/server\//,
  '@noble/hashes': /^src\/modules\/(draws|identity|trust|venue)\/(model|mobile)\//,
  '@opentelemetry/api': /^src\/platform\//,
  '@opentelemetry/core': /^src\/platform\//,
  '@opentelemetry/exporter-trace-otlp-http': /^src\/platform\//,
  '@opentelemetry/resources': /^src\/platform\//,
  '@opentelemetry/sdk-trace': /^src\/platform\//,
  '@rolldown/plugin-babel': /^vite(\.console)?\.config\.ts$/,
  '@simplewebauthn/browser': /^src\/modules\/identity\/mobile\//,
  '@simplewebauthn/server': /^src\/modules\/(identity|staff)\/server\//,
  '@stryker-mutator/core': /^scripts\/mutation\.ts$/,
  '@tabler/icons-react': /^src\/(ui|client|mobile|console|modules\/[^/]+\/(mobile|console))\//,
  '@tailwindcss/vite': /^vite(\.console)?\.config\.ts$/,
  '@tanstack/react-query': /^src\/(client|ui|mobile|console|modules\/[^/]+\/(mobile|console))\//,
  '@vitejs/plugin-react': /^vite(\.console)?\.config\.ts$/,
  'axe-core': /^test\//,
  'fast-check': /\.(test|fixture)\.tsx?$|^test\//,
  fastify: /^(src\/platform|bench)\//,
  feedsmith: /^src\/modules\/news\/server\//,
  kysely:
    /^src\/(platform\/(database|engine)\/|platform\/outbox\/queries\.ts|modules\/[^/]+\/server\/([\w-]+-)?queries\.ts)/,
  'lightweight-charts': /^src\/modules\/market\/mobile\//,
  lighthouse: /^(test|scripts)\//,
  'nodejs-order-book': /^(bench|test)\//,
  otpauth: /^src\/modules\/identity\/server\/|\.test\.ts$|^test\//,
  pdfmake: /^src\/platform\//,
  pg: /^(src\/platform\/(backup|database|engine)|bench|test)\//,
  pino: /^src\/platform\//,
  'prom-client': /^src\/platform\//,
  'playwright-core': /^test\//,
  react: /^src\/(client|ui|mobile|console|modules\/[^/]+\/(mobile|console))\//,
  'react-dom': /^src\/(client|ui|mobile|console)\//,
  sharp: /^(src\/platform|scripts|test)\/|\.test\.ts$/,
  uqr: /^src\/modules\/identity\/mobile\//,
  vite: /^(vite(\.console)?\.config\.ts$|scripts\/)/,
  vitest: /\.test\.tsx?$|^test\/|^scripts\/|^vitest\.config\.ts$/,
  'web-push': /^src\/modules\/inbox\/server\//,
  ws: /^(src\/platform|test|bench)\//,
  yaml: /^test\//,
  'zengin-code': /^src\/modules\/funding\/server\//,
  'zod/mini': /^(src|test|bench|scripts)\//,
}

/**
 * Node's own modules: where the world is touched, and in what runs at the desk. The type-checks say the same.
 */
export const NODE_MODULES =
  /^(src\/(platform|server|i18n|modules\/[^/]+\/server)\/|scripts\/|test\/|bench\/|[\w.]+\.config\.ts$)|\.test\.tsx?$/

/** The shell hands on what platform made, and may name its types. */
export const TYPES_OF_PLATFORM = /^src\/(platform|server)\//

/** Modules that a build makes. */
export const VIRTUAL = /^virtual:/
