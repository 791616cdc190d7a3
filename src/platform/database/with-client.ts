import pg from 'pg'

/**
 * The answer of `use`, with a connection of its own that is closed whatever comes of it. A connection that
 * PostgreSQL ends fails the query at work or the next one; its 'error' event would end the process.
 */
export async function withClient<Answer>(
  config: pg.ClientConfig,
  use: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}
