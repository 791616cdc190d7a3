import type { Lang } from '#i18n/lang.ts'
import type { SectorId } from './sectors.ts'

/** The business of a company of the sector, as the middle of a sentence: ja, en, zh-Hans, zh-Hant, es, fr. */
const BUSINESS: Readonly<Record<Exclude<SectorId, 'etf'>, string>> = {
  foods:
    '食品と飲料の製造・販売|makes and sells food and drink|生产和销售食品饮料|生產和銷售食品飲料|elabora y vende alimentos y bebidas|produit et vend des aliments et des boissons',
  energy:
    '資源の開発と燃料の供給|develops resources and supplies fuel|开发资源并供应燃料|開發資源並供應燃料|explota recursos y suministra combustible|exploite des ressources et fournit du carburant',
  construction:
    '建築・土木工事と建設資材の供給|builds and supplies building materials|从事建筑土木工程和建材供应|從事建築土木工程和建材供應|construye y suministra materiales de obra|construit et fournit des matériaux de construction',
  materials:
    '工業用素材と化学品の製造|makes industrial materials and chemicals|制造工业材料和化学品|製造工業材料和化學品|fabrica materiales industriales y productos químicos|fabrique des matériaux industriels et des produits chimiques',
  pharma:
    '医薬品の研究開発と製造|researches and makes medicines|研发和生产药品|研發和生產藥品|investiga y fabrica medicamentos|recherche et fabrique des médicaments',
  automobiles:
    '輸送機器と部品の開発・製造|develops and makes vehicles and their parts|开发制造运输设备及零部件|開發製造運輸設備及零組件|desarrolla y fabrica vehículos y piezas|conçoit et fabrique des véhicules et des pièces',
  metals:
    '鋼材と非鉄金属の製造・加工|makes and works steel and nonferrous metals|制造加工钢材和有色金属|製造加工鋼材和非鐵金屬|produce y transforma acero y otros metales|produit et transforme l’acier et d’autres métaux',
  machinery:
    '産業機械の設計・製造・保守|designs, makes and maintains industrial machinery|设计制造并维护工业机械|設計製造並維護工業機械|diseña, fabrica y mantiene maquinaria industrial|conçoit, fabrique et entretient des machines industrielles',
  electronics:
    '電子機器・部品の開発と製造|develops and makes electronic devices and components|开发制造电子设备和元器件|開發製造電子設備和元件|desarrolla y fabrica equipos y componentes electrónicos|conçoit et fabrique des appareils et composants électroniques',
  'it-services':
    '情報通信と関連サービスの提供|provides information technology and related services|提供信息通信及相关服务|提供資訊通信及相關服務|presta servicios de información y comunicación|fournit des services d’information et de communication',
  utilities:
    '電気・ガスの供給|supplies electricity and gas|供应电力和燃气|供應電力和燃氣|suministra electricidad y gas|fournit de l’électricité et du gaz',
  transport:
    '旅客・貨物の輸送と物流|carries passengers and freight|从事客货运输和物流|從事客貨運輸和物流|transporta pasajeros y mercancías|transporte des passagers et des marchandises',
  trading:
    '国内外での卸売と事業投資|trades goods and invests at home and abroad|从事国内外批发贸易和事业投资|從事國內外批發貿易和事業投資|comercia e invierte en el país y en el extranjero|négocie et investit au Japon et à l’étranger',
  retail:
    '店舗とオンラインでの小売|sells to consumers in shops and online|通过门店和网络从事零售|透過門市和網路從事零售|vende al público en tiendas y en línea|vend aux particuliers en magasin et en ligne',
  banks:
    '預金・融資などの銀行業務|takes deposits and lends|从事存贷款等银行业务|從事存放款等銀行業務|capta depósitos y concede préstamos|reçoit des dépôts et accorde des prêts',
  financials:
    '保険・証券・リースなどの金融業務|offers insurance, securities and leasing services|从事保险、证券、租赁等金融业务|從事保險、證券、租賃等金融業務|ofrece seguros, valores y arrendamiento|propose des services d’assurance, de titres et de crédit-bail',
  'real-estate':
    '不動産の開発・賃貸・管理|develops, lets and manages property|开发、租赁和管理房地产|開發、租賃和管理不動產|promueve, alquila y gestiona inmuebles|aménage, loue et gère des biens immobiliers',
}

/** Cities of companies: ja, Latin letters, zh-Hans, zh-Hant. */
const CITIES = [
  '東京|Tokyo|东京|東京',
  '大阪|Osaka|大阪|大阪',
  '名古屋|Nagoya|名古屋|名古屋',
  '札幌|Sapporo|札幌|札幌',
  '仙台|Sendai|仙台|仙台',
  '横浜|Yokohama|横滨|橫濱',
  '金沢|Kanazawa|金泽|金澤',
  '京都|Kyoto|京都|京都',
  '神戸|Kobe|神户|神戶',
  '広島|Hiroshima|广岛|廣島',
  '高松|Takamatsu|高松|高松',
  '福岡|Fukuoka|福冈|福岡',
] as const
export const CITY_COUNT = CITIES.length

type Texts = Readonly<Record<Lang, string>>

/** A short portrait in each language. It says first that the company is invented. */
export function companyProfile(sector: Exclude<SectorId, 'etf'>, city: number, foundedYear: number): Texts {
  const business = BUSINESS[sector].split('|')
  const [ja, latin, hans, hant] = CITIES[city]!.split('|')
  return {
    ja: `模擬市場の架空の会社。${foundedYear}年に${ja}で創業。${business[0]}を行う。`,
    en: `An invented company of the simulated market. Founded in ${latin} in ${foundedYear}, it ${business[1]}.`,
    'zh-Hans': `模拟市场中的虚构公司。${foundedYear}年创立于${hans}，${business[2]}。`,
    'zh-Hant': `模擬市場中的虛構公司。${foundedYear}年創立於${hant}，${business[3]}。`,
    es: `Empresa inventada del mercado simulado. Fundada en ${latin} en ${foundedYear}, ${business[4]}.`,
    fr: `Société fictive du marché simulé. Fondée à ${latin} en ${foundedYear}, elle ${business[5]}.`,
  }
}

/** The same for a fund. */
export const FUND_PROFILE: Texts = {
  ja: '模擬市場の架空の上場投資信託。名前の指数または業種に連動する値動きを目指す。',
  en: 'An invented exchange-traded fund of the simulated market. It follows the index or sector that it is named after.',
  'zh-Hans': '模拟市场中的虚构上市基金，跟踪其名称所示的指数或行业。',
  'zh-Hant': '模擬市場中的虛構上市基金，追蹤其名稱所示的指數或產業。',
  es: 'Fondo cotizado inventado del mercado simulado. Sigue el índice o el sector que le da nombre.',
  fr: 'Fonds coté fictif du marché simulé. Il suit l’indice ou le secteur dont il porte le nom.',
}
