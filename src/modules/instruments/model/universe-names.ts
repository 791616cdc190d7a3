/**
 * The invented companies: code, sector, size (L, M, S), name, reading, Latin reading, simplified and
 * traditional Chinese (`-` where the characters are the Japanese ones), and the word of `universe-labels.ts`
 * that completes the name. S940–S959 are kept for issues that list later.
 */
export const COMPANIES = `
S011 foods M 穂波 ほなみ Honami 穗波 穗波 製粉
S018 foods S 雪笹 ゆきざさ Yukizasa 雪竹 雪竹 乳業
S023 foods M 麦秋 ばくしゅう Bakushu 麦秋 麥秋 醸造
S029 foods S 磯灯 いそび Isobi 矶灯 磯燈 水産
S034 foods S 花梨 かりん Karin - - 製菓
S041 foods M 朝餉 あさげ Asage 朝饷 朝餉 食品
S052 foods M 灯台 とうだい Todai - 燈臺 フーズ
S058 foods M 泉沢 いずみさわ Izumisawa 泉泽 泉澤 飲料
S063 foods S 千穂 ちほ Chiho 千穗 千穗 食品
S070 foods S 潮路 しおじ Shioji - - 水産
S077 foods S 茜屋 あかねや Akaneya - - 製菓
S084 foods S 畝傍 うねび Unebi 亩傍 畝傍 フーズ
S091 energy M 黒瀬戸 くろせと Kuroseto 黑濑户 黑瀨戶 石油
S094 energy S 朔北 さくほく Sakuhoku - - 資源開発
S096 energy S 沖津 おきつ Okitsu 冲津 沖津 石油
S099 energy S 鳴砂 なりすな Narisuna 鸣砂 鳴砂 資源開発
S101 construction M 巌 いわお Iwao 岩巍 岩巍 建設
S104 construction S 石蕗 つわぶき Tsuwabuki - - 建設
S108 construction S 桟橋 さんばし Sanbashi 栈桥 棧橋 橋梁
S112 construction M 礎 いしずえ Ishizue 础石 礎石 建設
S115 construction M 玻璃野 はりの Harino - - 硝子
S119 construction S 白堊 はくあ Hakua 白垩 白堊 セメント
S121 construction S 楓台 かえでだい Kaededai 枫台 楓臺 住建
S124 construction S 檜原 ひのはら Hinohara 桧原 檜原 住建
S130 construction S 土筆 つくし Tsukushi 土笔 土筆 建材
S136 construction S 青瓦 あおがわら Aogawara - - 建材
S139 construction S 峰越 みねこし Minekoshi - - 建設
S142 construction S 堰守 せきもり Sekimori - - 建設
S218 materials M 東雲 しののめ Shinonome 东云 東雲 マテリアル
S412 materials M 藍染 あいぞめ Aizome 蓝染 藍染 化学
S416 materials M 紅花 べにばな Benibana 红花 紅花 化成
S419 materials S 瑠璃 るり Ruri 琉璃 琉璃 化学
S423 materials S 琥珀 こはく Kohaku - - 樹脂
S427 materials M 薄氷 うすらい Usurai 薄冰 薄冰 フィルム
S431 materials S 楮 こうぞ Kozo 楮木 楮木 製紙
S434 materials S 綿雲 わたぐも Watagumo 棉云 棉雲 繊維
S438 materials S 紬 つむぎ Tsumugi 绸路 綢路 繊維
S441 materials S 香月 こうげつ Kogetsu - - 香料
S445 materials S 丹色 にいろ Niiro - - 塗料
S449 materials S 水晶 すいしょう Suisho - - 化学
S452 materials M 翡翠 ひすい Hisui - - 化成
S456 materials S 月白 げっぱく Geppaku - - マテリアル
S460 materials S 墨流 すみながし Suminagashi - - 塗料
S463 materials M 漣 さざなみ Sazanami 涟波 漣波 化学
S467 materials S 霧笛 むてき Muteki 雾笛 霧笛 樹脂
S470 materials S 葦原 あしはら Ashihara 苇原 葦原 製紙
S405 pharma L みなも みなも Minamo 水面 水面 製薬
S408 pharma S 芍薬 しゃくやく Shakuyaku 芍药 芍藥 薬品
S482 pharma M 清白 すずしろ Suzushiro - - 製薬
S485 pharma S 蓬生 よもぎう Yomogiu - - ファーマ
S487 pharma S 苔桃 こけもも Kokemomo - - バイオ
S489 pharma M 薬師野 やくしの Yakushino 药师野 藥師野 製薬
S491 pharma S 若水 わかみず Wakamizu - - ファーマ
S494 pharma S 桔梗 ききょう Kikyo - - 製薬
S496 pharma S 白檀 びゃくだん Byakudan - - 薬品
S241 automobiles L 白樺 しらかば Shirakaba 白桦 白樺 自動車
S244 automobiles S 疾風 はやて Hayate 疾风 疾風 モビリティ
S247 automobiles M 轍 わだち Wadachi 辙迹 轍跡 タイヤ
S250 automobiles L 駿馬 しゅんめ Shunme 骏马 駿馬 自動車
S253 automobiles S 帆走 はんそう Hanso - - 造船
S256 automobiles S 銀輪 ぎんりん Ginrin 银轮 銀輪 サイクル
S259 automobiles M 飛燕 ひえん Hien 飞燕 飛燕 航空機
S262 automobiles S 車前草 おおばこ Obako 车前草 車前草 車体
S265 automobiles M 羅針 らしん Rashin 罗针 羅針 モビリティ
S268 automobiles S 陽炎 かげろう Kagero 阳炎 陽炎 車体
S271 automobiles S 大鯨 おおくじら Okujira 大鲸 大鯨 造船
S176 metals M 玄鋼 げんこう Genko 玄钢 玄鋼 製鉄
S179 metals S 赤銅 しゃくどう Shakudo 赤铜 赤銅 金属
S182 metals M 銀嶺 ぎんれい Ginrei 银岭 銀嶺 軽金属
S185 metals S 鉄床 かなとこ Kanatoko 铁砧 鐵砧 製鋼
S188 metals S 焔 ほむら Homura 焰光 焰光 製鋼
S191 metals S 錫川 すずかわ Suzukawa 锡川 錫川 精錬
S194 metals S 蒼鉛 そうえん Soen 苍铅 蒼鉛 精錬
S197 metals M 稲光 いなびかり Inabikari 稻光 稻光 電線
S199 metals S 鎹 かすがい Kasugai 锔接 鋦接 金属
S127 machinery L 綾瀬 あやせ Ayase 绫濑 綾瀨 精機
S145 machinery L 轟 とどろき Todoroki 轰鸣 轟鳴 重工
S148 machinery M 鳶色 とびいろ Tobiiro 鸢色 鳶色 工機
S151 machinery M 渦潮 うずしお Uzushio 涡潮 渦潮 ポンプ
S157 machinery S 大槌 おおつち Otsuchi - - 建機
S160 machinery S 砥峰 とのみね Tonomine - - 工機
S163 machinery M 朱鷺 とき Toki 朱鹭 朱鷺 機械
S166 machinery S 綱手 つなで Tsunade 纲手 綱手 油圧
S169 machinery S 独楽 こま Koma 独乐 獨樂 精機
S172 machinery M 春雷 しゅんらい Shunrai - - 重工
S173 machinery S 絡繰 からくり Karakuri 络缲 絡繰 ロボティクス
S275 machinery S 風車 かざぐるま Kazaguruma 风车 風車 機械
S278 machinery S 樋守 ひもり Himori 桶守 桶守 バルブ
S281 machinery S 旋風 つむじ Tsumuji 旋风 旋風 ポンプ
S284 machinery S 月影 つきかげ Tsukikage - - 工機
S287 machinery S 北颪 きたおろし Kitaoroshi 北岚 北嵐 建機
S202 electronics L 暁光 ぎょうこう Gyoko 晓光 曉光 電機
S205 electronics S 蛍 ほたる Hotaru 萤火 螢火 電子
S208 electronics M 虹彩 こうさい Kosai - - 光学
S211 electronics L 砂金 さきん Sakin - - 半導体
S214 electronics L 東雲 しののめ Shinonome 东云 東雲 電子
S221 electronics M 極光 きょっこう Kyokko 极光 極光 電機
S223 electronics S 時雨 しぐれ Shigure 时雨 時雨 時計
S226 electronics S 遠見 とおみ Tomi 远见 遠見 光学
S229 electronics M 雷鳥 らいちょう Raicho 雷鸟 雷鳥 電池
S232 electronics M 微風 そよかぜ Soyokaze 微风 微風 センサー
S235 electronics M 星霜 せいそう Seiso - - 半導体
S238 electronics S 水琴 すいきん Suikin - - デバイス
S288 electronics S 六花 りっか Rikka - - 電池
S289 electronics S 澪標 みおつくし Miotsukushi 澪标 澪標 計器
S290 electronics M 篝 かがり Kagari 篝火 篝火 電機
S292 electronics S 残響 ざんきょう Zankyo 残响 殘響 電子
S294 electronics S 鏡池 かがみいけ Kagamiike 镜池 鏡池 光学
S296 electronics S 玉響 たまゆら Tamayura 玉响 玉響 デバイス
S298 electronics S 桜雲 おううん Oun 樱云 櫻雲 電子
S299 electronics S 秤 はかり Hakari 天秤 天秤 計器
S702 it-services M 梢 こずえ Kozue 梢头 梢頭 システム
S705 it-services S 綴 つづり Tsuzuri 缀文 綴文 印刷
S708 it-services M 言霊 ことだま Kotodama 言灵 言靈 データ
S711 it-services M 空木 うつぎ Utsugi - - ソフト
S714 it-services L 狼煙 のろし Noroshi 狼烟 狼煙 通信
S717 it-services M 風見 かざみ Kazami 风见 風見 メディア
S720 it-services M 双六 すごろく Sugoroku - 雙六 ゲームス
S723 it-services S 寺子 てらこ Terako - - 教育
S726 it-services S 夜警 やけい Yakei - - 警備
S729 it-services M 縁 えにし Enishi 缘定 緣定 人材
S732 it-services S 木漏日 こもれび Komorebi 叶隙光 葉隙光 ソフト
S735 it-services M 伝書 でんしょ Densho 传书 傳書 通信
S738 it-services S 結目 むすびめ Musubime 结目 結目 システム
S741 it-services S 鈴蘭 すずらん Suzuran 铃兰 鈴蘭 メディア
S744 it-services S シノノメ しののめ Shinonome 东云 東雲 クラウド
S747 it-services S 雲居 くもい Kumoi 云居 雲居 クラウド
S750 it-services S 星図 せいず Seizu 星图 星圖 データ
S753 it-services S 折鶴 おりづる Orizuru 折鹤 折鶴 ゲームス
S756 it-services S 旅籠 はたご Hatago 旅笼 旅籠 ホテル
S762 it-services S 算木 さんぎ Sangi - - システム
S765 it-services S 河鹿 かじか Kajika - - 放送
S905 utilities M 橙 だいだい Daidai 橙光 橙光 エナジー
S910 utilities M 黎明 れいめい Reimei - - 電力
S913 utilities S 翠嶺 すいれい Suirei 翠岭 翠嶺 電力
S916 utilities S 種火 たねび Tanebi 种火 種火 ガス
S919 utilities S 雪洞 ぼんぼり Bonbori - - ガス
S922 utilities S 滝壺 たきつぼ Takitsubo 泷壶 瀧壺 電力
S310 transport M 凪 なぎ Nagi 风平 風平 海運
S605 transport M 若草 わかくさ Wakakusa - - 鉄道
S611 transport M 鴎 かもめ Kamome 海鸥 海鷗 航空
S615 transport S 帆影 ほかげ Hokage - - 海運
S620 transport L 青嶺 あおね Aone 青岭 青嶺 鉄道
S624 transport S 峠 とうげ Toge 山岭 山嶺 運輸
S628 transport S 蔵町 くらまち Kuramachi 藏町 藏町 倉庫
S631 transport M 渡鳥 わたりどり Wataridori 渡鸟 渡鳥 物流
S635 transport S 追風 おいて Oite 追风 追風 海運
S638 transport S 銀杏 いちょう Icho 银杏 銀杏 鉄道
S641 transport S 荷車 にぐるま Niguruma 荷车 荷車 物流
S812 trading L 港屋 みなとや Minatoya - - 商事
S815 trading M 紅梅 こうばい Kobai 红梅 紅梅 物産
S818 trading S 帳場 ちょうば Choba 账场 帳場 商会
S821 trading M 唐草 からくさ Karakusa - - 通商
S824 trading S 廻船 かいせん Kaisen 回船 迴船 物産
S827 trading M 市松 いちまつ Ichimatsu - - 商事
S830 trading S 算盤 そろばん Soroban 算盘 算盤 商会
S833 trading S 千鳥 ちどり Chidori 千鸟 千鳥 商事
S836 trading S 青海波 せいがいは Seigaiha - - 通商
S839 trading S 七宝 しっぽう Shippo - 七寶 産業
S842 trading S 麻葉 あさのは Asanoha 麻叶 麻葉 産業
S503 retail M 小春 こはる Koharu - - 百貨店
S506 retail S 手鞠 てまり Temari - - マート
S509 retail S 百日紅 さるすべり Sarusuberi 百日红 百日紅 ストア
S512 retail M 萌黄 もえぎ Moegi - 萌黃 衣料
S515 retail S 山椒 さんしょう Sansho - - レストラン
S518 retail S 栞 しおり Shiori 书签 書籤 書店
S521 retail M 胡桃 くるみ Kurumi - - 家具
S524 retail S 常盤木 ときわぎ Tokiwagi 常盘木 常盤木 ホーム
S527 retail M 待宵 まつよい Matsuyoi - - 薬局
S530 retail L 若葉 わかば Wakaba 若叶 若葉 リテール
S533 retail S 菜花 なばな Nabana - - マート
S536 retail S 提灯 ちょうちん Chochin - 提燈 レストラン
S539 retail S 夕星 ゆうずつ Yuzutsu - - 百貨店
S542 retail S 花筏 はないかだ Hanaikada - - ストア
S545 retail S 竹籠 たけかご Takekago 竹笼 竹籠 ストア
S801 banks L 千景 ちかげ Chikage - - 銀行
S804 banks M 潮見 しおみ Shiomi 潮见 潮見 銀行
S807 banks S 雪原 ゆきはら Yukihara - - 銀行
S810 banks S 豊穣 ほうじょう Hojo 丰穰 豐穰 銀行
S845 banks S 星合 ほしあい Hoshiai - - 銀行
S847 banks S 渚 なぎさ Nagisa 渚滨 渚濱 銀行
S849 banks L 月見 つきみ Tsukimi 月见 月見 フィナンシャルグループ
S851 banks M 水鏡 みずかがみ Mizukagami 水镜 水鏡 信託銀行
S853 banks M 松籟 しょうらい Shorai 松籁 松籟 フィナンシャルグループ
S870 financials M 安堵 あんど Ando - - 生命
S872 financials M 傘松 かさまつ Kasamatsu 伞松 傘松 海上保険
S874 financials S 金鶏 きんけい Kinkei 金鸡 金雞 証券
S876 financials M 夜明 よあけ Yoake - - 証券
S878 financials S 宿木 やどりぎ Yadorigi - - リース
S880 financials S 百年 ももとせ Momotose - - 生命
S882 financials M 札所 ふだしょ Fudasho - - カード
S884 financials S 帆柱 ほばしら Hobashira - - リース
S860 real-estate M 風待 かざまち Kazamachi 风待 風待 不動産
S862 real-estate M 見晴 みはらし Miharashi 见晴 見晴 地所
S864 real-estate S 石畳 いしだたみ Ishidatami 石叠 石疊 開発
S866 real-estate S 並木 なみき Namiki 并木 並木 不動産
S868 real-estate S 縁側 えんがわ Engawa 檐廊 簷廊 住宅
S886 real-estate S 楼閣 ろうかく Rokaku 楼阁 樓閣 開発
S888 real-estate S 軒端 のきば Nokiba 轩端 軒端 住宅
S890 real-estate M 桜坂 さくらざか Sakurazaka 樱坂 櫻坂 地所
`

/**
 * The funds: code, sector that they follow (`etf` for the whole market), name, reading, Latin reading, en,
 * zh-Hans, zh-Hant, es, fr.
 */
export const FUNDS: readonly (readonly [
  code: string,
  follows: 'all' | 'large' | 'small' | 'electronics' | 'banks' | 'utilities',
  ja: string,
  kana: string,
  romaji: string,
  en: string,
  hans: string,
  hant: string,
  es: string,
  fr: string,
])[] = [
  [
    'S991',
    'all',
    'あかり総合 連動ETF',
    'あかりそうごう',
    'akari sogo',
    'Akari All-Share ETF',
    'Akari综合指数ETF',
    'Akari綜合指數ETF',
    'ETF Akari General',
    'ETF Akari global',
  ],
  [
    'S992',
    'large',
    '大型50 連動ETF',
    'おおがたごじゅう',
    'ogata gojuu',
    'Akari Large 50 ETF',
    'Akari大型50ETF',
    'Akari大型50ETF',
    'ETF Akari Grandes 50',
    'ETF Akari Grandes 50',
  ],
  [
    'S993',
    'small',
    '中小型 連動ETF',
    'ちゅうこがた',
    'chukogata',
    'Akari Mid & Small ETF',
    'Akari中小型ETF',
    'Akari中小型ETF',
    'ETF Akari Medianas',
    'ETF Akari Moyennes',
  ],
  [
    'S994',
    'electronics',
    '電機・精密 連動ETF',
    'でんきせいみつ',
    'denki seimitsu',
    'Akari Electronics ETF',
    'Akari电机精密ETF',
    'Akari電機精密ETF',
    'ETF Akari Electrónica',
    'ETF Akari Électronique',
  ],
  [
    'S995',
    'banks',
    '銀行 連動ETF',
    'ぎんこう',
    'ginko',
    'Akari Banks ETF',
    'Akari银行ETF',
    'Akari銀行ETF',
    'ETF Akari Bancos',
    'ETF Akari Banques',
  ],
  [
    'S996',
    'utilities',
    '電力・ガス 連動ETF',
    'でんりょくがす',
    'denryoku gasu',
    'Akari Power & Gas ETF',
    'Akari电力燃气ETF',
    'Akari電力燃氣ETF',
    'ETF Akari Energía',
    'ETF Akari Énergie',
  ],
]
