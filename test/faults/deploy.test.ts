import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SETTINGS } from '#platform/setting-names.ts'
import { removeDir, temporaryDir } from '../app/start.ts'
import { onPath } from '../debian.ts'

/** The examples of `deploy`, each held against the program that reads it where this machine has that. */
const ROOT = join(import.meta.dirname, '..', '..')
const DEPLOY = join(ROOT, 'deploy')
const read = (...path: string[]) => readFileSync(join(DEPLOY, ...path), 'utf8')
const run = (program: string, args: string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, PATH: WITH_SBIN, ...env },
  })
  return { status, said: `${stdout}${stderr}` }
}
const WITH_SBIN = `${process.env['PATH']}:/usr/sbin:/sbin`
const nginx = onPath('nginx') ?? ['/usr/sbin/nginx'].find((path) => existsSync(path))

let folder = ''
beforeAll(async () => {
  folder = await temporaryDir()
})
afterAll(() => removeDir(folder))

describe('systemd', () => {
  const analyze = onPath('systemd-analyze')
  function unit(): string {
    const path = join(folder, 'akari.service')
    // The release of the example is not on this machine.
    writeFileSync(path, read('systemd/akari.service').replace('=/opt/akari/akari start', '=/bin/true start'))
    return path
  }

  it.skipIf(analyze === undefined)('the unit has no fault (needs systemd-analyze)', () =>
    expect(run('systemd-analyze', ['verify', unit()])).toEqual({ status: 0, said: '' }),
  )

  // The scale goes from 0, nothing is open, to 10; an ordinary service has 9.6.
  it.skipIf(analyze === undefined)('the unit is closed to 2.0 of 10 (needs systemd-analyze)', () =>
    expect(run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit()]).status).toBe(0),
  )
})

it.skipIf(nginx === undefined || onPath('openssl') === undefined)(
  'nginx takes its example (needs nginx, openssl)',
  () => {
    const at = (name: string) => join(folder, name)
    const made = run('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=akari.example'],
      ...['-keyout', at('key.pem'), '-out', at('certificate.pem')],
    ])
    expect(made.status, made.said).toBe(0)
    const site = read('nginx.conf')
      .replaceAll('/etc/ssl/akari', folder)
      .replaceAll(/listen (\[::\]:)?80;/g, 'listen $118080;')
      .replaceAll(/listen (\[::\]:)?443 /g, 'listen $118443 ')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${at(kind)};`)
      .join(' ')
    writeFileSync(
      at('nginx.conf'),
      `pid ${at('nginx.pid')}; error_log stderr; events {} http { access_log off; ${temporary} ${site} }`,
    )
    const { status, said } = run(nginx!, ['-t', '-q', '-c', at('nginx.conf')])
    expect([status, said]).toEqual([0, expect.not.stringContaining('emerg')])
  },
)

it.skipIf(onPath('caddy') === undefined).each(['Caddyfile', 'compose.Caddyfile'])(
  'caddy takes %s (needs caddy)',
  (file) => {
    const { status, said } = run(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', join(DEPLOY, file)],
      { AKARI_HOST: 'akari.example', XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    )
    expect([status, said]).toEqual([0, expect.stringContaining('Valid configuration')])
  },
)

type Service = Record<string, unknown> & { environment?: Record<string, string>; secrets?: string[] }
type Compose = {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
  volumes: Record<string, unknown>
}
describe('compose', () => {
  const compose = parse(read('compose.yaml')) as Compose

  it('the server is read-only, without rights, with one volume, and reached through a proxy alone', () =>
    expect(compose.services['akari']).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      volumes: ['data:/var/lib/akari'],
      ports: ['127.0.0.1:8080:8080'],
    }))

  it('names no secret and no volume that it does not declare, and no secret stands in it', () => {
    const services = Object.values(compose.services)
    expect(services.flatMap(({ secrets = [] }) => secrets).toSorted()).toEqual(
      Object.keys(compose.secrets).toSorted(),
    )
    const mounted = services
      .flatMap(({ volumes = [] }) => volumes as string[])
      .map((each) => each.split(':')[0]!)
    expect(mounted.filter((each) => !each.startsWith('.')).toSorted()).toEqual(
      Object.keys(compose.volumes).toSorted(),
    )
    const values = services.flatMap(({ environment = {} }) => Object.entries(environment))
    for (const [name, value] of values)
      if (/PASSWORD|URL|TOKEN/.test(name))
        expect([name, value]).toEqual([expect.stringMatching(/_FILE$/), value])
  })

  const composer = ['docker-compose', 'docker'].find((program) => onPath(program) !== undefined)
  it.skipIf(composer === undefined)('is what Compose takes (needs docker-compose or docker)', () => {
    const copy = join(folder, 'compose')
    cpSync(DEPLOY, copy, { recursive: true })
    mkdirSync(join(copy, 'secrets'))
    for (const name of Object.keys(compose.secrets)) writeFileSync(join(copy, 'secrets', name), 'x')
    // Version 1 has no name of a project in the file.
    const isFirst = composer === 'docker-compose'
    if (isFirst) writeFileSync(join(copy, 'compose.yaml'), read('compose.yaml').replace(/^name: .*$/m, ''))
    const { status, said } = run(
      composer!,
      [...(isFirst ? [] : ['compose']), '-f', join(copy, 'compose.yaml'), 'config', '--quiet'],
      { AKARI_HOST: 'akari.example' },
    )
    expect([status, said]).toEqual([0, ''])
  })
})

describe('the chart', () => {
  const CHART = join(DEPLOY, 'helm/akari')
  const values = parse(read('helm/akari/values.yaml')) as Record<string, unknown>
  const templates = readdirSync(join(CHART, 'templates'))
  const valueAt = (path: string): unknown =>
    path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values)

  it('every value that a template names has a default, and the schema knows every default', () => {
    for (const name of templates)
      for (const [, path] of read('helm/akari/templates', name).matchAll(/\.Values\.([\w.]+)/g))
        expect([path, valueAt(path!)]).toEqual([path, expect.anything()])
    type Schema = { type?: string; properties?: Record<string, Schema>; required?: string[] }
    const known = (schema: Schema, value: unknown, at: string): string[] =>
      schema.properties === undefined
        ? []
        : Object.entries(value as object).flatMap(([key, inner]) =>
            key in schema.properties!
              ? known(schema.properties![key]!, inner, `${at}.${key}`)
              : [`${at}.${key}`],
          )
    expect(known(JSON.parse(read('helm/akari/values.schema.json')) as Schema, values, '')).toEqual([])
  })

  it('its templates are objects of Kubernetes once the defaults stand in them; the server runs without rights', () => {
    const kinds = templates.flatMap((name) => documentsOf(read('helm/akari/templates', name)))
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([
      'Deployment',
      'Ingress',
      'PersistentVolumeClaim',
      'Service',
    ])
    expect(kinds.find(({ kind }) => kind === 'Deployment')).toMatchObject({
      spec: {
        replicas: 1,
        strategy: { type: 'Recreate' },
        template: {
          spec: {
            automountServiceAccountToken: false,
            securityContext: { runAsNonRoot: true, runAsUser: 10_001 },
            containers: [
              {
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
              },
            ],
          },
        },
      },
    })
  })

  /** Values in their places, and blocks as if each condition held: no more of Helm than the chart uses. */
  function documentsOf(template: string): Record<string, unknown>[] {
    const plain = template
      .replaceAll(/^.*\{\{-? *(?:if|with|range|end)\b.*$\n?/gm, '')
      .replaceAll(/\{\{-? toYaml \S+ \| nindent \d+ \}\}/g, '{}')
      .replaceAll(/\{\{ \$name \}\}/g, 'SCHEDULE')
      .replaceAll(
        /\{\{ (?:\.Values\.([\w.]+)|\.Release\.Name|\$value|\.)( \| quote)? \}\}/g,
        (_, path?: string) => {
          const value = path === undefined ? 'akari' : valueAt(path)
          return String(value)
        },
      )
    return parseAllDocuments(plain).map((document) => {
      expect(document.errors).toEqual([])
      return document.toJS() as Record<string, unknown>
    })
  }

  it.skipIf(onPath('helm') === undefined)('Helm takes it (needs helm)', () =>
    expect(run('helm', ['lint', '--strict', CHART]).status).toBe(0),
  )
})

it('every setting that an example names is a setting', () => {
  const names = [
    ...[...read('systemd/akari.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name!),
    ...[...read('systemd/akari.service').matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name!),
    ...[...(/^ENV (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name!),
    ...Object.keys((parse(read('compose.yaml')) as Compose).services['akari']!.environment!),
    ...[...read('helm/akari/templates/server.yaml').matchAll(/- name: ([A-Z_]+)$/gm)].map(
      ([, name]) => name!,
    ),
    ...Object.keys((parse(read('helm/akari/values.yaml')) as { settings: object }).settings),
  ]
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !(SETTINGS as readonly string[]).includes(name))).toEqual(['NODE_ENV'])
})

it('what the image copies, starts and asks is there', () => {
  const dockerfile = read('Dockerfile')
  for (const path of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'deploy/root-filesystem.sh',
    'deploy/healthy.mjs',
  ]) {
    expect(dockerfile).toContain(path)
    expect(existsSync(join(ROOT, path)), path).toBe(true)
  }
  expect(existsSync(join(ROOT, 'scripts/production.ts'))).toBe(true)
  expect(dockerfile).toMatch(/^USER 10001:10001$/m)
  expect(dockerfile.match(/^VOLUME /gm)).toHaveLength(1)
  expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m)
})
