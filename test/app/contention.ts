import { spawnSync } from 'node:child_process'

const BUSY = `const cpu = process.cpuUsage(), at = performance.now();
while (performance.now() - at < 250);
const { user, system } = process.cpuUsage(cpu);
console.log((performance.now() - at) / ((user + system) / 1000))`

/**
 * The factor by which a process now takes longer than its own work because others want the processor: 1 on a
 * quiet machine. What is measured in seconds beside other work is divided by it.
 */
export function contention(): number {
  const { stdout } = spawnSync(process.execPath, ['-e', BUSY], { encoding: 'utf8' })
  return Math.max(1, Number(stdout))
}
