import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { SECOND } from '#kernel/time.ts'
import { LIMITS } from '../limits.ts'
import { networkOf, openAddresses } from './address.ts'

const START = Date.UTC(2026, 10, 23)
const limits = LIMITS.address
const opened = (deps: { proxies?: string[]; demo?: boolean } = {}, clock = { machine: () => START }) =>
  openAddresses({ proxies: [], demo: false, ...deps, limits, clock })

describe('one subscriber of a network', () => {
  const cases: [address: string, network: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::1', '::1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ]
  it.each(cases)('%s is of %s', (address, network) => expect(networkOf(address)).toBe(network))
})

describe('where a request comes from', () => {
  const from = (remoteAddress: string, forwarded?: string) =>
    ({
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    }) as IncomingMessage
  const cases: [name: string, incoming: IncomingMessage, address: string][] = [
    ['a browser', from('203.0.113.7'), '203.0.113.7'],
    ['a browser that says it is another', from('203.0.113.7', '198.51.100.1'), '203.0.113.7'],
    ['the proxy, for a browser', from('::ffff:10.0.0.5', '203.0.113.7'), '203.0.113.7'],
    [
      'the proxy, for a browser that says it is another',
      from('10.0.0.5', '198.51.100.1, 203.0.113.7'),
      '203.0.113.7',
    ],
    ['the proxy, which does not say for whom', from('10.0.0.5', 'unknown'), '10.0.0.5'],
    ['the proxy itself', from('10.0.0.5'), '10.0.0.5'],
  ]
  it.each(cases)('%s', (_, incoming, address) =>
    expect(opened({ proxies: ['10.0.0.5'] }).of(incoming)).toBe(address),
  )
})

describe('proxies by their network', () => {
  const from = (remoteAddress: string, headers: Record<string, string>) =>
    ({ socket: { remoteAddress }, headers: headers as object }) as IncomingMessage
  const proxies = ['10.8.0.0/16', '::1', '2001:db8:1::/48', '192.0.2.1']
  const addresses = opened({ proxies })
  it.each<[remote: string, chain: string, address: string]>([
    ['10.8.3.4', '203.0.113.7', '203.0.113.7'],
    ['::ffff:10.8.3.4', '203.0.113.7', '203.0.113.7'],
    ['10.9.0.1', '203.0.113.7', '10.9.0.1'],
    ['2001:db8:1:9::5', '203.0.113.7', '203.0.113.7'],
    ['2001:db8:2::5', '203.0.113.7', '2001:db8:2:0::/64'],
    ['::1', '203.0.113.7', '203.0.113.7'],
    ['::2', '203.0.113.7', '0:0:0:0::/64'],
    // Two proxies of ours, one behind the other: what the first has seen counts.
    ['10.8.3.4', '198.51.100.9, 203.0.113.7, 192.0.2.1', '203.0.113.7'],
    ['10.8.3.4', 'unknown, 192.0.2.1', '192.0.2.1'],
    ['10.8.3.4', '192.0.2.1', '192.0.2.1'],
    ['10.8.3.4', '', '10.8.3.4'],
  ])('%s, which hands on "%s", stands for %s', (remote, chain, address) =>
    expect(addresses.of(from(remote, { 'x-forwarded-for': chain }))).toBe(address),
  )

  it('say whether the browser speaks TLS, and nobody else does', () => {
    const said = { 'x-forwarded-proto': 'https' }
    expect(['10.8.3.4', '203.0.113.7'].map((remote) => addresses.isOverTls(from(remote, said)))).toEqual([
      true,
      false,
    ])
    expect(addresses.isOverTls(from('10.8.3.4', { 'x-forwarded-proto': 'http' }))).toBe(false)
    expect(addresses.isOverTls(from('10.8.3.4', {}))).toBe(false)
  })
})

describe('the requests of an address', () => {
  const { perSecond, burst } = limits.requests
  const passed = (times: number[], address = 'a', demo = false): number => {
    let now = START
    const addresses = opened({ demo }, { machine: () => now })
    return times.filter((at) => {
      now = START + at
      return addresses.take(address) === 0
    }).length
  }
  it('come in a burst, and then as many a second as dozens of phones ask', () => {
    expect(passed(Array(burst + 1).fill(0))).toBe(burst)
    expect(passed([...Array(2 * burst).fill(0), ...Array(2 * burst).fill(SECOND)])).toBe(burst + perSecond)
    const steady = Array.from({ length: perSecond * 120 }, (_, n) => (n * SECOND) / perSecond)
    expect(passed(steady)).toBe(steady.length)
  })

  it('are counted for each by itself, with the seconds to wait', () => {
    const addresses = opened()
    for (let n = 0; n < burst; n++) addresses.take('a')
    expect([addresses.take('a'), addresses.take('b')]).toEqual([1, 0])
  })

  it('of this machine are not counted in the demo setting', () => {
    expect(passed(Array(2 * burst).fill(0), '127.0.0.1', true)).toBe(2 * burst)
    expect(passed(Array(2 * burst).fill(0), '127.0.0.1')).toBe(burst)
    expect(passed(Array(2 * burst).fill(0), '203.0.113.7', true)).toBe(burst)
  })
})

describe('the connections of an address', () => {
  const held = async (
    count: number,
    options: { proxies?: string[]; demo?: boolean },
    most = 3,
  ): Promise<{ stayed: number; again: boolean }> => {
    const server = createServer()
    openAddresses({
      proxies: [],
      demo: false,
      ...options,
      limits: { ...limits, connections: most },
      clock: { machine: () => START },
    }).share(server)
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = server.address() as AddressInfo
    /** True if it is still there once the server has had a word with it. */
    const open = () =>
      new Promise<{ socket: Socket; isOpen: boolean }>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'),
        )
        socket.on('data', () => resolve({ socket, isOpen: true }))
        socket.on('error', () => {}).on('close', () => resolve({ socket, isOpen: false }))
      })
    server.on('request', (_incoming, response) => response.end())
    const all: { socket: Socket; isOpen: boolean }[] = []
    for (let n = 0; n < count; n++) all.push(await open())
    const stayed = all.filter(({ isOpen }) => isOpen)
    // One that ends makes room for the next.
    const [first] = stayed
    const gone = new Promise((resolve) => server.once('connection', resolve))
    first!.socket.destroy()
    let again = false
    for (let tries = 0; tries < 100 && !again; tries++) {
      const next = await open()
      again = next.isOpen
      all.push(next)
    }
    await gone
    for (const { socket } of all) socket.destroy()
    await new Promise((resolve) => {
      server.close(resolve)
    })
    return { stayed: stayed.length, again }
  }
  it.each([
    ['are three of five where three is the most', {}, 3],
    ['are all where the machine itself is not counted', { demo: true }, 5],
    ['are all where a proxy brings everybody', { proxies: ['127.0.0.1'] }, 5],
  ] as const)('%s', async (_, options, stayed) =>
    expect(await held(5, options as { demo?: boolean; proxies?: string[] })).toEqual({ stayed, again: true }),
  )
})
