/**
 * Passwords of 6 to 10 characters that are tried first, the world over and in Japan; lower case. Runs and
 * repetitions are a rule of their own. A short list: the limit on wrong tries does the rest.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `123123 112233 121212 123321 1234qwer 147258 147258369 159357 159753 456123 654123 789456 789456123 987654 102030 131313 232323
  696969 123abc abc123 abcd1234 a123456 a1234567 a12345678 1q2w3e 1q2w3e4r 1qaz2wsx 1qazxsw2 q1w2e3r4 zaq12wsx qazwsx qazwsxedc
  qwerty qwerty1 qwerty12 qwerty123 qwertyui qwertyuiop asdfgh asdfghjk asdfghjkl asdf1234 zxcvbn zxcvbnm password passw0rd
  p@ssw0rd password1 pass1234 pass123 letmein welcome welcome1 admin123 administr login123 master monkey dragon shadow sunshine
  princess football baseball superman batman iloveyou ilovey0u trustno1 whatever freedom starwars computer internet secret
  test123 test1234 testtest changeme default guest123 user1234 hello123 michael jessica charlie jordan23 nicole daniel ashley
  andrew joshua matthew samsung google1 sakura sakura1 arigato konnichiwa nihongo nippon japan123 tokyo123 osaka123 naruto
  doraemon pokemon pikachu gundam takahiro takashi hiroshi kenichi yamato hanako tarou123 akari123 kabu1234 moneymoney toyota
  honda123 yamaha suzuki nintendo sonysony aiueo123 aishiteru daisuki makoto ichigo momotaro`.split(/\s+/),
)
