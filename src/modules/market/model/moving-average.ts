/** Mean of each value and the `count − 1` before it; null where there are fewer. */
export function movingAverage(values: readonly number[], count: number): (number | null)[] {
  let sum = 0
  return values.map((value, index) => {
    sum += value
    if (index >= count) sum -= values[index - count]!
    return index >= count - 1 ? sum / count : null
  })
}
