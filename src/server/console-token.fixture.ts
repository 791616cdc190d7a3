import { cookieName } from '#platform/http/console-session.ts'

/** The headers by which a test asks with a token: an operator's as their browser sends it, in its cookie. */
export const tokenHeaders = (token: string, port: string | number): Record<string, string> =>
  token.startsWith('op-')
    ? {
        cookie: [cookieName(false, `localhost:${port}`), cookieName(true, '')]
          .map((name) => `${name}=${token}`)
          .join('; '),
        origin: `http://localhost:${port}`,
      }
    : { token }

/** The data of an answer, with the operator's token of its cookie, as members' answers have theirs. */
export function withToken(data: unknown, cookies: readonly string[]): unknown {
  const token = /=(op-[\w-]{43})/.exec(cookies.join())?.[1]
  return token === undefined ? data : { ...(data as object), token }
}
