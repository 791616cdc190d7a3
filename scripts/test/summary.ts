import type { TestCase, TestModule } from 'vitest/node'

/** The skipped tests by name and, last, `N passed, N failed` (`, N skipped`). A file that cannot be loaded, a failed hook and an error outside any test each count as one failure. */
export function summary(modules: readonly TestModule[], unhandled: readonly unknown[]): { lines: string[]; ok: boolean } {
  const cases = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (state: ReturnType<TestCase['result']>['state']) => cases.filter((test) => test.result().state === state)
  const skipped = [...inState('skipped'), ...inState('pending')]
  const around = modules.flatMap((module) => [module, ...module.children.allSuites()])
  const broken = around.filter((suite) => suite.errors().length > 0)
  const passed = inState('passed').length
  const failed = inState('failed').length + broken.length + unhandled.length

  const total = `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`
  const names = skipped.map((test) => `skipped: ${test.module.relativeModuleId} > ${test.fullName}`)
  return { lines: [...names, total], ok: failed === 0 && passed > 0 }
}
