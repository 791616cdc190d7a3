import { PostgresQueryCompiler, type CompiledQuery, type RootOperationNode } from 'kysely'

const compiler = new PostgresQueryCompiler()

/**
 * A stand-in for the database, answering statements of their own words: whoever is asked for has a list, as
 * `empty` makes it, and no rows.
 */
export function emptyLists(empty: (owner: string) => { rows: string; mac: Buffer }): object {
  const executor: object = {
    plugins: [],
    withPlugins: () => executor,
    transformQuery: (node: RootOperationNode) => node,
    compileQuery: (node: RootOperationNode, id: { queryId: string }) => compiler.compileQuery(node, id),
    executeQuery({ sql, parameters }: CompiledQuery) {
      const { rows, mac } = empty(String(parameters.at(-1)))
      return Promise.resolve({
        rows: sql.includes('from row_lists') ? [{ listRows: rows, listMac: mac, isRow: null }] : [],
      })
    },
  }
  return executor
}
