import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isPrivateAddress, postNotice, PrivateAddress } from './webhook.ts'

const post = (url: string, allowsPrivate = false) =>
  postNotice({ what: 'test', url, headers: {}, body: '{}', allowsPrivate })

describe('a webhook leads to no address of one’s own', () => {
  it.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['192.168.1.1', true],
    ['169.254.169.254', true],
    ['100.64.0.1', true],
    ['::1', true],
    ['fd00::1', true],
    ['fe80::1', true],
    ['::ffff:10.0.0.1', true],
    ['2002:a00:1::', true],
    ['64:ff9b::a9fe:a9fe', true],
    ['0.0.0.0', true],
    ['203.0.114.1', false],
    ['8.8.8.8', false],
    ['2606:4700::1111', false],
  ])('%s: %s', (address, isPrivate) => expect(isPrivateAddress(address)).toBe(isPrivate))

  it.each([
    'http://hooks.example.com/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
  ])('%s', async (url) => {
    await expect(post(url)).rejects.toThrow(PrivateAddress)
  })

  it('a redirect is not followed', async () => {
    const server = createServer((_, answer) =>
      answer.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await expect(post(`http://127.0.0.1:${port}/`, true)).resolves.toBe(302)
    server.close()
  })
})
