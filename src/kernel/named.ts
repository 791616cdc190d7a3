/**
 * Names a function for stack traces and profiles. One that its author named keeps that name; `property`: the
 * name that it has merely from where it stands (`run` in `{ run() {} }`).
 */
export function named<F extends (...args: never[]) => unknown>(name: string, of: F, property = ''): F {
  return of.name === '' || of.name === property ? Object.defineProperty(of, 'name', { value: name }) : of
}
