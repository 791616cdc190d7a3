import type { Lang } from '#i18n/lang.ts'

/** The 17 sectors of the market, in the style of TOPIX-17, and exchange-traded funds. */
export const SECTOR_IDS = [
  'foods', 'energy', 'construction', 'materials', 'pharma', 'automobiles', 'metals', 'machinery', 'electronics',
  'it-services', 'utilities', 'transport', 'trading', 'retail', 'banks', 'financials', 'real-estate', 'etf',
] as const
export type SectorId = (typeof SECTOR_IDS)[number]

type Names = Readonly<Record<Lang, string>>
const names = (ja: string, en: string, hans: string, hant: string, es: string, fr: string): Names => ({
  ja, en, 'zh-Hans': hans, 'zh-Hant': hant, es, fr,
})

export const SECTOR_NAMES: Readonly<Record<SectorId, Names>> = {
  foods: names('食品', 'Foods', '食品', '食品', 'Alimentación', 'Alimentation'),
  energy: names('エネルギー資源', 'Energy resources', '能源', '能源', 'Recursos energéticos', 'Énergie'),
  construction: names('建設・資材', 'Construction & materials', '建筑与建材', '營建與建材', 'Construcción', 'Construction'),
  materials: names('素材・化学', 'Raw materials & chemicals', '材料与化工', '材料與化工', 'Materiales y química', 'Matériaux et chimie'),
  pharma: names('医薬品', 'Pharmaceuticals', '医药', '醫藥', 'Farmacéuticas', 'Pharmacie'),
  automobiles: names('自動車・輸送機', 'Automobiles & transport equipment', '汽车与运输设备', '汽車與運輸設備', 'Automoción', 'Automobile'),
  metals: names('鉄鋼・非鉄', 'Steel & nonferrous metals', '钢铁与有色金属', '鋼鐵與非鐵金屬', 'Acero y metales', 'Acier et métaux'),
  machinery: names('機械', 'Machinery', '机械', '機械', 'Maquinaria', 'Machines'),
  electronics: names('電機・精密', 'Electric appliances & precision', '电机与精密仪器', '電機與精密儀器', 'Electrónica y precisión', 'Électronique et précision'),
  'it-services': names('情報通信', 'IT & services', '信息通信与服务', '資訊通信與服務', 'Tecnología y servicios', 'Informatique et services'),
  utilities: names('電力・ガス', 'Electric power & gas', '电力与燃气', '電力與燃氣', 'Electricidad y gas', 'Électricité et gaz'),
  transport: names('運輸・物流', 'Transportation & logistics', '运输与物流', '運輸與物流', 'Transporte y logística', 'Transport et logistique'),
  trading: names('商社・卸売', 'Trading & wholesale', '商社与批发', '商社與批發', 'Comercio mayorista', 'Négoce et gros'),
  retail: names('小売', 'Retail', '零售', '零售', 'Comercio minorista', 'Distribution'),
  banks: names('銀行', 'Banks', '银行', '銀行', 'Bancos', 'Banques'),
  financials: names('金融（除く銀行）', 'Financials (ex banks)', '金融（不含银行）', '金融（不含銀行）', 'Finanzas (sin bancos)', 'Finance (hors banques)'),
  'real-estate': names('不動産', 'Real estate', '房地产', '不動產', 'Inmobiliario', 'Immobilier'),
  etf: names('ETF', 'ETFs', 'ETF', 'ETF', 'ETF', 'ETF'),
}
