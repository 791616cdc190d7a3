import { BlockList, isIP } from 'node:net'
import { describe, expect, it } from 'vitest'
import { networkOf } from '#platform/http/address.ts'
import { isWithin, networkFrom } from '../model/networks.ts'

describe('a network is read in its one spelling', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    [' 203.0.113.7/24 ', '203.0.113.0/24'],
    ['２０３．０．１１３．７', '203.0.113.7/32'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['255.255.255.255/1', null],
    ['203.0.113.7/7', null],
    ['2001:db8::/15', null],
    ['2001:db8::/16', '2001:0:0:0::/16'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:1:2:3:4:5:6/128', '2001:db8:1:2::/64'],
    ['2001:db8:ffff::/33', '2001:db8:8000:0::/33'],
    ['::1', '::1/128'],
    ['0:0:0:0:0:0:0:1/128', '::1/128'],
    ['::1/64', '0:0:0:0::/64'],
    ['::2', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['203.0.113', null],
    ['203.0.113.256', null],
    ['203.0.113.07', null],
    ['203.0.113.7/33', null],
    ['203.0.113.7/0', null],
    ['203.0.113.7/', null],
    ['203.0.113.7/24/24', null],
    ['203.0.113.7/2 4', null],
    ['2001:db8::1/129', null],
    ['2001:db8::1::2', null],
    ['2001:db8:1:2:3:4:5', null],
    ['2001:db8:1:2:3:4:5:6:7', null],
    ['1:2:3:4:5:6:7::8', null],
    ['::ffff:203.0.113.7', null],
    ['::ffff:cb00:7107', null],
    ['fe80::1%eth0', null],
    ['example.com', null],
    ['*', null],
    ['', null],
  ])('%s', (typed, network) => expect(networkFrom(typed)).toBe(network))
})

describe('an address is in a network', () => {
  const addresses = [
    '203.0.113.7',
    '203.0.113.200',
    '203.0.114.7',
    '10.255.0.1',
    '127.0.0.1',
    '0.0.0.1',
    '255.255.255.255',
    '2001:db8::1',
    '2001:db8:0:1::9',
    '2001:db8:8000::1',
    'fe80::1',
    '::1',
  ]
  const networks = [
    '203.0.113.0/24',
    '203.0.113.7/32',
    '10.0.0.0/8',
    '128.0.0.0/8',
    '127.0.0.1',
    '2001:db8::/32',
    '2001:db8:8000::/33',
    '2001:db8::/64',
    '::/64',
  ]
  const isV6 = (text: string) => text.includes(':')
  // Node counts an IPv4 address as one of ::/64 too; here a network is of one kind.
  const cases = addresses.flatMap((address) =>
    networks
      .filter((network) => isV6(network) === isV6(address))
      .map((network) => [address, network] as const),
  )
  it.each(cases)('%s in %s, as Node has it', (address, network) => {
    const list = new BlockList()
    const [base, prefix = isIP(network) === 4 ? '32' : '64'] = network.split('/')
    list.addSubnet(base!, Number(prefix), isIP(base!) === 4 ? 'ipv4' : 'ipv6')
    expect(isWithin(networkOf(address), [networkFrom(network)!])).toBe(
      list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'),
    )
  })

  it('an address mapped into IPv6 is the IPv4 address', () =>
    expect(isWithin(networkOf('::ffff:203.0.113.7'), ['203.0.113.0/24'])).toBe(true))
  it('any address will do where none is named, and what is no address is in none that are', () => {
    expect(isWithin('203.0.113.7', [])).toBe(true)
    expect(isWithin('', ['203.0.113.0/24'])).toBe(false)
    expect(isWithin('127.0.0.1', ['::/64'])).toBe(false)
  })
  it('this machine by its IPv6 address is one address, not a network of them', () => {
    const bound = [networkFrom('::1')!]
    expect(
      ['::1', '::2', '::ffff', '127.0.0.1'].map((address) => isWithin(networkOf(address), bound)),
    ).toEqual([true, false, false, false])
  })
})
