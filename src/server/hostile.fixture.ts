/** JSON texts that no field, or not every field, may take (threat T04). */
export const HOSTILE: readonly string[] = [
  '-1', '0', '-0', '1', '1e309', '-1e309', '100.5', '0.1', '1e-7', '99', '101', '150', '9007199254740993', '-9007199254740993', '1e21', '4294967296',
  '2147483648', '"100"', '"-1"', '"0x64"', '"1e3"', '"NaN"', '"Infinity"', '"true"', '"null"', '"undefined"', '[]', '[100]', '[[100]]', '{}',
  '{"value":100}', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}', 'true', 'false', 'null', '""', '" "', '"\\t\\n"', '"１００"', '"一〇〇"',
  '"\\u0000"', '"\\ud83d"', '"🎈"', '"\\u202eabc"', '"ａｂｃ"', '"\'; drop table orders; --"', '"<script>alert(1)</script>"', '"{{7*7}}"', '"../../etc/passwd"',
  '"%00"', '"$ne"', '"S100 "', '"s100"', '"2026-02-30T00:00:00Z"', '"1970-01-01T00:00:00Z"', '"0"', '"999"', `"${'x'.repeat(300)}"`, `"${'9'.repeat(30)}"`,
]
