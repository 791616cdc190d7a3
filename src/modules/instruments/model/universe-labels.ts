/**
 * The word that completes a company's name: ja, reading, Latin reading, en, zh-Hans, zh-Hant, es, fr. It
 * follows the name; with `^` it stands before it (Banco Chikage).
 */
const WORDS = `
製粉|せいふん|seifun|Milling|制粉|製粉|Harinas|Minoterie
乳業|にゅうぎょう|nyugyo|Dairy|乳业|乳業|Lácteos|Laiterie
醸造|じょうぞう|jozo|Brewing|酿造|釀造|Cervecera|Brasserie
水産|すいさん|suisan|Fisheries|水产|水產|Pesquera|Pêcheries
製菓|せいか|seika|Confectionery|糖果|糖果|Dulces|Confiserie
食品|しょくひん|shokuhin|Food Products|食品|食品|Alimentos|Alimentaire
フーズ|ふーず|fuzu|Foods|食品|食品|Foods|Foods
飲料|いんりょう|inryo|Beverages|饮料|飲料|Bebidas|Boissons
石油|せきゆ|sekiyu|Petroleum|石油|石油|Petróleo|Pétrole
資源開発|しげんかいはつ|shigen kaihatsu|Resources|资源开发|資源開發|Recursos|Ressources
建設|けんせつ|kensetsu|Construction|建设|建設|Construcción|Construction
橋梁|きょうりょう|kyoryo|Bridge|桥梁|橋樑|Puentes|Ponts
硝子|がらす|garasu|Glass|玻璃|玻璃|Vidrio|Verre
セメント|せめんと|semento|Cement|水泥|水泥|Cementos|Ciments
住建|じゅうけん|juken|Housing|住宅建设|住宅建設|^Viviendas|^Habitat
建材|けんざい|kenzai|Building Materials|建材|建材|Materiales|Matériaux
マテリアル|まてりある|materiaru|Materials|材料|材料|Materiales|Matériaux
化学|かがく|kagaku|Chemical|化学|化學|Química|Chimie
化成|かせい|kasei|Chemicals|化成|化成|Químicos|Chimique
樹脂|じゅし|jushi|Plastics|树脂|樹脂|Plásticos|Plastiques
フィルム|ふぃるむ|firumu|Films|薄膜|薄膜|Films|Films
製紙|せいし|seishi|Paper|造纸|造紙|Papel|Papier
繊維|せんい|seni|Textile|纤维|纖維|Textil|Textile
香料|こうりょう|koryo|Fragrance|香料|香料|Aromas|Arômes
塗料|とりょう|toryo|Paints|涂料|塗料|Pinturas|Peintures
製薬|せいやく|seiyaku|Pharmaceutical|制药|製藥|Farmacéutica|Pharmaceutique
薬品|やくひん|yakuhin|Drug|药品|藥品|Medicamentos|Médicaments
ファーマ|ふぁーま|fama|Pharma|医药|醫藥|Pharma|Pharma
バイオ|ばいお|baio|Bio|生物|生技|Bio|Bio
自動車|じどうしゃ|jidosha|Motor|汽车|汽車|Motor|Automobiles
モビリティ|もびりてぃ|mobiriti|Mobility|出行|移動|Movilidad|Mobilité
タイヤ|たいや|taiya|Tire|轮胎|輪胎|Neumáticos|Pneus
造船|ぞうせん|zosen|Shipbuilding|造船|造船|^Astilleros|^Chantiers navals
サイクル|さいくる|saikuru|Cycle|自行车|自行車|Bicicletas|Cycles
航空機|こうくうき|kokuki|Aircraft|飞机|飛機|Aviones|Aéronautique
車体|しゃたい|shatai|Auto Body|车体|車體|Carrocerías|Carrosserie
製鉄|せいてつ|seitetsu|Steel|制铁|製鐵|Acero|Acier
製鋼|せいこう|seiko|Steel Works|制钢|製鋼|Siderurgia|Sidérurgie
金属|きんぞく|kinzoku|Metal|金属|金屬|Metales|Métaux
軽金属|けいきんぞく|keikinzoku|Light Metal|轻金属|輕金屬|Aluminio|Aluminium
精錬|せいれん|seiren|Smelting|冶炼|冶煉|Fundición|Fonderie
電線|でんせん|densen|Cable|电缆|電纜|Cables|Câbles
精機|せいき|seiki|Precision|精机|精機|Precisión|Précision
重工|じゅうこう|juko|Heavy Industries|重工|重工|^Industrias Pesadas|^Industries lourdes
工機|こうき|koki|Machine Tools|机床|工具機|Máquinas Herramienta|Machines-outils
ポンプ|ぽんぷ|ponpu|Pump|泵业|泵浦|Bombas|Pompes
建機|けんき|kenki|Construction Machinery|工程机械|工程機械|Maquinaria|Engins
機械|きかい|kikai|Machinery|机械|機械|Mecánica|Mécanique
油圧|ゆあつ|yuatsu|Hydraulics|液压|油壓|Hidráulica|Hydraulique
ロボティクス|ろぼてぃくす|robotikusu|Robotics|机器人|機器人|Robótica|Robotique
バルブ|ばるぶ|barubu|Valve|阀门|閥門|Válvulas|Vannes
電機|でんき|denki|Electric|电机|電機|Eléctrica|Électrique
電子|でんし|denshi|Electronics|电子|電子|Electrónica|Électronique
光学|こうがく|kogaku|Optics|光学|光學|Óptica|Optique
半導体|はんどうたい|handotai|Semiconductor|半导体|半導體|Semiconductores|Semi-conducteurs
時計|とけい|tokei|Watch|钟表|鐘錶|Relojes|Horlogerie
電池|でんち|denchi|Battery|电池|電池|Baterías|Batteries
センサー|せんさー|sensa|Sensor|传感器|感測|Sensores|Capteurs
デバイス|でばいす|debaisu|Devices|器件|元件|Dispositivos|Composants
計器|けいき|keiki|Instruments|仪表|儀錶|Instrumentos|Instruments
システム|しすてむ|shisutemu|Systems|系统|系統|Sistemas|Systèmes
印刷|いんさつ|insatsu|Printing|印刷|印刷|Impresión|Imprimerie
データ|でーた|deta|Data|数据|數據|Datos|Data
ソフト|そふと|sofuto|Software|软件|軟體|Software|Logiciels
通信|つうしん|tsushin|Telecom|通信|通信|Telecom|Télécom
メディア|めでぃあ|media|Media|传媒|傳媒|Medios|Médias
ゲームス|げーむす|gemusu|Games|游戏|遊戲|Juegos|Jeux
教育|きょういく|kyoiku|Education|教育|教育|Educación|Éducation
警備|けいび|keibi|Security|安保|保全|Seguridad|Sécurité
人材|じんざい|jinzai|Staffing|人才|人才|Empleo|Emploi
クラウド|くらうど|kuraudo|Cloud|云端|雲端|Cloud|Cloud
ホテル|ほてる|hoteru|Hotels|酒店|酒店|^Hoteles|^Hôtels
放送|ほうそう|hoso|Broadcasting|广播|廣播|Radiodifusión|Diffusion
エナジー|えなじー|enaji|Energy|能源|能源|Energía|Énergie
電力|でんりょく|denryoku|Electric Power|电力|電力|Electricidad|Électricité
ガス|がす|gasu|Gas|燃气|燃氣|Gas|Gaz
海運|かいうん|kaiun|Shipping|海运|海運|Naviera|Maritime
鉄道|てつどう|tetsudo|Railway|铁路|鐵路|^Ferrocarriles|^Chemins de fer
航空|こうくう|koku|Airlines|航空|航空|^Aerolíneas|^Lignes aériennes
運輸|うんゆ|unyu|Transport|运输|運輸|Transportes|Transports
倉庫|そうこ|soko|Warehouse|仓储|倉儲|Almacenes|Entrepôts
物流|ぶつりゅう|butsuryu|Logistics|物流|物流|Logística|Logistique
商事|しょうじ|shoji|Trading|商事|商事|Comercial|Négoce
物産|ぶっさん|bussan|Products|物产|物產|Productos|Produits
商会|しょうかい|shokai|Merchants|商会|商會|Mercantil|Comptoir
通商|つうしょう|tsusho|Commerce|通商|通商|Comercio|Commerce
産業|さんぎょう|sangyo|Industries|产业|產業|Industrias|Industries
百貨店|ひゃっかてん|hyakkaten|Department Stores|百货|百貨|^Grandes Almacenes|^Grands magasins
マート|まーと|mato|Mart|超市|超市|Mart|Mart
ストア|すとあ|sutoa|Stores|商店|商店|^Tiendas|^Magasins
衣料|いりょう|iryo|Apparel|服饰|服飾|Moda|Mode
レストラン|れすとらん|resutoran|Restaurants|餐饮|餐飲|^Restaurantes|^Restaurants
書店|しょてん|shoten|Books|书店|書店|Libros|Livres
家具|かぐ|kagu|Furniture|家具|家具|Muebles|Meubles
ホーム|ほーむ|homu|Home|家居|家居|Hogar|Maison
薬局|やっきょく|yakkyoku|Pharmacy|药局|藥局|^Farmacias|^Pharmacies
リテール|りてーる|riteru|Retail|零售|零售|Retail|Distribution
銀行|ぎんこう|ginko|Bank|银行|銀行|^Banco|^Banque
フィナンシャルグループ|ふぃなんしゃるぐるーぷ|finansharu gurupu|Financial Group|金融集团|金融集團|^Grupo Financiero|^Groupe financier
信託銀行|しんたくぎんこう|shintaku ginko|Trust Bank|信托银行|信託銀行|^Banco Fiduciario|^Banque fiduciaire
生命|せいめい|seimei|Life|人寿|人壽|Vida|Vie
海上保険|かいじょうほけん|kaijo hoken|Marine Insurance|海上保险|海上保險|Seguros|Assurances
証券|しょうけん|shoken|Securities|证券|證券|Valores|Titres
リース|りーす|risu|Leasing|租赁|租賃|Leasing|Leasing
カード|かーど|kado|Card|信用卡|信用卡|Tarjetas|Cartes
不動産|ふどうさん|fudosan|Real Estate|房地产|不動產|Inmobiliaria|Immobilier
地所|じしょ|jisho|Estate|地产|地產|Fincas|Foncière
開発|かいはつ|kaihatsu|Development|开发|開發|Desarrollo|Aménagement
住宅|じゅうたく|jutaku|Homes|住宅|住宅|Residencial|Résidences
`

export type Word = {
  readonly ja: string
  readonly kana: string
  readonly romaji: string
  readonly en: string
  readonly hans: string
  readonly hant: string
  readonly es: string
  readonly fr: string
}

export const words: ReadonlyMap<string, Word> = new Map(
  WORDS.trim()
    .split('\n')
    .map((line) => {
      const [key, kana, romaji, en, hans, hant, es, fr] = line.split('|') as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ]
      return [key, { ja: key, kana, romaji, en, hans, hant, es, fr }]
    }),
)
