import { Bug } from '#kernel/assert.ts'
import type { ModuleName } from '#modules/dependencies.ts'

type KeysOf<D> = D extends D ? keyof D : never
type ValueOf<D, N> = D extends { readonly [K in N & PropertyKey]: infer V } ? V : never
type DeclarationIn<Modules> = Union<Modules>[keyof Union<Modules>]
/** By name, what one of the modules declares under it. */
type Union<Modules> = {
  readonly [N in KeysOf<Modules[keyof Modules]>]: ValueOf<Modules[keyof Modules], N>
}

/**
 * The declarations of all modules, as one table. Two of one name, or of one id where they have one, are
 * refused where it is read first, at start.
 */
export function unionOf<const Modules extends { readonly [M in ModuleName]?: object }>(
  what: string,
  modules: Modules,
  idOf?: (declaration: DeclarationIn<Modules>) => string | number,
): Union<Modules> {
  const declaredBy = new Map<string | number, string>()
  const take = (name: string | number, module: string) => {
    const other = declaredBy.get(name)
    if (other !== undefined) throw new Bug(`two modules declare the ${what} ${name}: ${other} and ${module}`)
    declaredBy.set(name, module)
  }
  for (const [module, declared] of Object.entries(modules))
    for (const [name, declaration] of Object.entries(declared)) {
      take(name, module)
      if (idOf !== undefined) take(idOf(declaration as DeclarationIn<Modules>), module)
    }
  return Object.assign({}, ...Object.values(modules)) as Union<Modules>
}
