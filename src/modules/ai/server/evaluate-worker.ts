import { parentPort, workerData } from 'node:worker_threads'
import { evaluate, type Panel } from '../model/method.ts'

/** The thread that learns and measures: a second of reckoning that holds up nobody. */
const { panel, lag } = workerData as { panel: Panel; lag: number }
parentPort!.postMessage(evaluate(panel, lag), [])
