import type { TestCase, TestModule } from 'vitest/node'

const inState = (cases: readonly TestCase[], state: ReturnType<TestCase['result']>['state']) =>
  cases.filter((test) => test.result().state === state)
const brokenSuites = (module: TestModule) =>
  [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
const named = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`

/** True if anything of a file failed. */
export const broken = (module: TestModule): boolean =>
  brokenSuites(module).length > 0 || inState([...module.children.allTests()], 'failed').length > 0

/**
 * The skipped tests by name, those that failed beside others and passed when their file was run `again`
 * alone, and last `N passed, N failed` (`, N skipped`). A file that cannot be loaded, a failed hook and an
 * error outside any test each count as one failure. The second run of a file counts, its first is told.
 */
export function summary(
  first: readonly TestModule[],
  again: readonly TestModule[],
  unhandled: readonly unknown[],
): { lines: string[]; ok: boolean } {
  const second = new Map(again.map((module) => [module.relativeModuleId, module]))
  const modules = first.map((module) => second.get(module.relativeModuleId) ?? module)
  const cases = modules.flatMap((module) => [...module.children.allTests()])
  const skipped = [...inState(cases, 'skipped'), ...inState(cases, 'pending')]
  const passed = inState(cases, 'passed').length
  const failed = inState(cases, 'failed').length + modules.flatMap(brokenSuites).length + unhandled.length

  const recovered = first.filter(
    (module) =>
      broken(module) && second.has(module.relativeModuleId) && !broken(second.get(module.relativeModuleId)!),
  )
  const flaky = recovered.flatMap((module) => [
    ...inState([...module.children.allTests()], 'failed').map(named),
    ...brokenSuites(module).map(() => `${module.relativeModuleId} (around its tests)`),
  ])

  const total = `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`
  return {
    lines: [
      ...skipped.map((test) => `skipped: ${named(test)}`),
      ...flaky.map((name) => `failed beside others, passed alone: ${name}`),
      total,
    ],
    ok: failed === 0 && passed > 0,
  }
}
