/**
 * Owns the places that the public tracking page may show. Carriers write anything into the city, even names and flats,
 * so a place that is not listed here is not shown (contract §9.2). An entry is the English name, the Chinese name, and
 * then other spellings.
 */
import { countryCode } from "@/lib/addresses/country";
import { DISTRICTS } from "@/lib/addresses/districts";
import type { Language } from "@/lib/i18n/validation";

export type Locality = { city: Record<Language, string> | null; country: string | null };

const PLACES: Record<string, string> = {
  HK: `Hong Kong=香港=HKG=Hong Kong Island=港島=香港島|Kowloon=九龍=九龙|New Territories=新界|Central=中環|Admiralty=金鐘|Sheung Wan=上環
    |Sai Ying Pun=西營盤|Kennedy Town=堅尼地城|Causeway Bay=銅鑼灣|Happy Valley=跑馬地|North Point=北角|Quarry Bay=鰂魚涌|Tai Koo=太古|Shau Kei Wan=筲箕灣
    |Chai Wan=柴灣|Siu Sai Wan=小西灣|Shek O=石澳|Stanley=赤柱|Aberdeen=香港仔|Ap Lei Chau=鴨脷洲|Wong Chuk Hang=黃竹坑|Pok Fu Lam=薄扶林
    |Tsim Sha Tsui=尖沙咀|Jordan=佐敦|Yau Ma Tei=油麻地|Mong Kok=旺角=Mongkok|Prince Edward=太子|Tai Kok Tsui=大角咀|Cheung Sha Wan=長沙灣|Lai Chi Kok=荔枝角
    |Mei Foo=美孚|Shek Kip Mei=石硤尾|Kowloon Tong=九龍塘|Kowloon Bay=九龍灣|Kai Tak=啟德|Hung Hom=紅磡|To Kwa Wan=土瓜灣|Ho Man Tin=何文田|San Po Kong=新蒲崗
    |Diamond Hill=鑽石山|Tsz Wan Shan=慈雲山|Choi Hung=彩虹|Ngau Tau Kok=牛頭角|Lam Tin=藍田|Yau Tong=油塘|Tseung Kwan O=將軍澳|Hang Hau=坑口|Po Lam=寶琳
    |Clear Water Bay=清水灣|Kwai Chung=葵涌|Kwai Fong=葵芳|Tsing Yi=青衣|Ma Wan=馬灣|Sham Tseng=深井|Tai Wai=大圍|Fo Tan=火炭|Ma On Shan=馬鞍山
    |Fanling=粉嶺|Sheung Shui=上水|Tin Shui Wai=天水圍|Kam Tin=錦田|Lau Fau Shan=流浮山|Tung Chung=東涌|Chek Lap Kok=赤鱲角|Mui Wo=梅窩|Tai O=大澳
    |South Lantau=大嶼山南部|Discovery Bay=愉景灣|Cheung Chau=長洲|Lamma=南丫島=Lamma Island|Peng Chau=坪洲|Lantau=大嶼山=Lantau Island`,
  CN: `Beijing=北京|Shanghai=上海|Guangzhou=廣州=广州=Canton|Shenzhen=深圳|Dongguan=東莞=东莞|Foshan=佛山|Zhuhai=珠海|Zhongshan=中山|Huizhou=惠州|Jiangmen=江門=江门
    |Shantou=汕頭=汕头|Zhanjiang=湛江|Tianjin=天津|Chongqing=重慶=重庆|Chengdu=成都|Hangzhou=杭州|Ningbo=寧波=宁波|Wenzhou=溫州=温州|Yiwu=義烏=义乌|Jinhua=金華=金华
    |Nanjing=南京|Suzhou=蘇州=苏州|Wuxi=無錫=无锡|Changzhou=常州|Nantong=南通|Xuzhou=徐州|Wuhan=武漢=武汉|Changsha=長沙=长沙|Zhengzhou=鄭州=郑州|Xi'an=西安
    |Qingdao=青島=青岛|Jinan=濟南=济南|Yantai=煙台=烟台|Dalian=大連=大连|Shenyang=瀋陽=沈阳|Harbin=哈爾濱=哈尔滨|Changchun=長春=长春|Xiamen=廈門=厦门|Fuzhou=福州
    |Quanzhou=泉州|Nanchang=南昌|Hefei=合肥|Kunming=昆明|Guiyang=貴陽=贵阳|Nanning=南寧=南宁|Haikou=海口|Sanya=三亞=三亚|Shijiazhuang=石家莊=石家庄|Taiyuan=太原
    |Hohhot=呼和浩特|Lanzhou=蘭州=兰州|Xining=西寧=西宁|Yinchuan=銀川=银川|Urumqi=烏魯木齊=乌鲁木齐|Lhasa=拉薩=拉萨`,
  MO: "Macau=澳門=Macao=澳门|Taipa=氹仔|Coloane=路環=路环",
  TW: `Taipei=台北=臺北|New Taipei=新北=New Taipei City|Taoyuan=桃園=桃园|Hsinchu=新竹|Taichung=台中=臺中|Tainan=台南=臺南|Kaohsiung=高雄|Keelung=基隆|Chiayi=嘉義
    |Miaoli=苗栗|Changhua=彰化|Yunlin=雲林|Pingtung=屏東|Yilan=宜蘭|Hualien=花蓮|Taitung=台東=臺東|Penghu=澎湖|Kinmen=金門`,
  JP: `Tokyo=東京=東京都|Osaka=大阪|Kyoto=京都|Yokohama=橫濱=横浜|Nagoya=名古屋|Kobe=神戶=神戸|Fukuoka=福岡|Sapporo=札幌|Sendai=仙台|Hiroshima=廣島=広島|Kawasaki=川崎
    |Saitama=埼玉|Chiba=千葉|Narita=成田|Haneda=羽田|Shibuya=澀谷=渋谷|Shinjuku=新宿|Sakai=堺|Kitakyushu=北九州|Kumamoto=熊本|Kagoshima=鹿兒島=鹿児島|Okayama=岡山
    |Niigata=新潟|Kanazawa=金澤=金沢|Shizuoka=靜岡=静岡|Naha=那霸=那覇|Nara=奈良`,
  KR: `Seoul=首爾=서울|Busan=釜山=부산|Incheon=仁川=인천|Daegu=大邱=대구|Daejeon=大田=대전|Gwangju=光州=광주|Ulsan=蔚山=울산|Suwon=水原=수원|Seongnam=城南=성남|Goyang=高陽=고양
    |Gimpo=金浦=김포|Jeju=濟州=제주`,
  SG: "Singapore=新加坡|Changi=樟宜|Jurong=裕廊",
  MY: `Kuala Lumpur=吉隆坡|Petaling Jaya=八打靈再也|Shah Alam=莎阿南|Subang Jaya=梳邦再也|Klang=巴生|Sepang=雪邦|Johor Bahru=新山|George Town=喬治市=Georgetown|Penang=檳城
    |Ipoh=怡保|Malacca=馬六甲=Melaka|Kuching=古晉|Kota Kinabalu=亞庇|Kuantan=關丹`,
  TH: "Bangkok=曼谷|Nonthaburi=暖武里|Samut Prakan=北欖|Chiang Mai=清邁|Phuket=布吉|Pattaya=芭堤雅|Chonburi=春武里|Hat Yai=合艾|Khon Kaen=孔敬",
  PH: `Manila=馬尼拉|Quezon City=奎松市=Quezon|Makati=馬卡蒂|Pasay=帕賽|Pasig=帕西格|Taguig=達義|Paranaque=帕拉尼亞克|Cebu=宿霧=Cebu City|Davao=達沃=Davao City
    |Clark=克拉克|Iloilo=怡朗=Iloilo City`,
  VN: "Hanoi=河內=Ha Noi|Ho Chi Minh City=胡志明市=Saigon=Ho Chi Minh=HCMC|Da Nang=峴港|Hai Phong=海防|Can Tho=芹苴|Hue=順化|Nha Trang=芽莊|Bien Hoa=邊和",
  ID: `Jakarta=雅加達|Tangerang=坦格朗|Bekasi=勿加泗|Depok=德波|Bogor=茂物|Bandung=萬隆|Semarang=三寶壟|Surabaya=泗水|Yogyakarta=日惹|Denpasar=登巴薩|Bali=峇里
    |Medan=棉蘭|Batam=峇淡|Makassar=望加錫|Palembang=巨港`,
  US: `New York=紐約=New York City=NYC|Brooklyn=布魯克林|Queens=皇后區|Newark=紐瓦克|Jersey City=澤西市|Los Angeles=洛杉磯|Long Beach=長灘
    |San Francisco=三藩市|Oakland=屋崙|San Jose=聖荷西|Sacramento=沙加緬度|San Diego=聖地牙哥|Chicago=芝加哥|Houston=侯斯頓|Dallas=達拉斯|Fort Worth=沃思堡|Austin=奧斯汀
    |San Antonio=聖安東尼奧|Phoenix=鳳凰城|Tucson=圖森|Las Vegas=拉斯維加斯|Seattle=西雅圖|Portland=波特蘭|Denver=丹佛|Salt Lake City=鹽湖城|Philadelphia=費城|Pittsburgh=匹茲堡
    |Boston=波士頓|Washington=華盛頓=Washington DC|Baltimore=巴爾的摩|Atlanta=亞特蘭大|Miami=邁阿密|Orlando=奧蘭多|Tampa=坦帕|Jacksonville=積遜維爾|Charlotte=夏洛特|Raleigh=羅利
    |Nashville=納什維爾|Memphis=孟菲斯|Louisville=路易維爾|Cincinnati=辛辛那提|Cleveland=克里夫蘭|Columbus=哥倫布|Indianapolis=印第安納波利斯|Detroit=底特律
    |Minneapolis=明尼阿波利斯|Milwaukee=密爾沃基|St. Louis=聖路易斯=Saint Louis|Kansas City=堪薩斯城|New Orleans=新奧爾良|Oklahoma City=俄克拉荷馬城|Omaha=奧馬哈
    |Albuquerque=阿布奎基|Honolulu=檀香山|Anchorage=安克雷奇`,
  PR: "San Juan=聖胡安|Ponce=龐塞|Caguas=卡瓜斯|Bayamon=巴亞蒙|Carolina=卡羅利納",
  CA: `Toronto=多倫多|Mississauga=密西沙加|Markham=萬錦|Richmond Hill=列治文山|Brampton=賓頓|Hamilton=咸美頓|Ottawa=渥太華|Montreal=滿地可|Quebec City=魁北克市=Quebec
    |Vancouver=溫哥華|Richmond=列治文|Burnaby=本那比|Surrey=素里|Victoria=維多利亞|Calgary=卡加利|Edmonton=愛民頓|Winnipeg=溫尼伯|Halifax=哈利法克斯`,
  AU: `Sydney=悉尼|Parramatta=帕拉馬塔|Melbourne=墨爾本|Brisbane=布里斯本|Gold Coast=黃金海岸|Perth=珀斯|Adelaide=阿德萊德|Canberra=坎培拉|Hobart=荷伯特|Darwin=達爾文
    |Newcastle=紐卡素|Cairns=凱恩斯`,
  NZ: "Auckland=奧克蘭|Wellington=威靈頓|Christchurch=基督城|Hamilton=咸美頓|Dunedin=但尼丁|Tauranga=陶朗加",
  GB: `London=倫敦|Heathrow=希思路|Birmingham=伯明翰|Manchester=曼徹斯特|Liverpool=利物浦|Leeds=列斯|Sheffield=錫菲爾德|Bristol=布里斯托|Nottingham=諾定咸|Leicester=李斯特
    |Coventry=高雲地利|Reading=雷丁|Oxford=牛津|Cambridge=劍橋|Southampton=修咸頓|Portsmouth=樸茨茅夫|Brighton=布萊頓|Newcastle=紐卡素=Newcastle upon Tyne|York=約克
    |East Midlands=東米德蘭|Edinburgh=愛丁堡|Glasgow=格拉斯哥|Aberdeen=鴨巴甸|Cardiff=卡迪夫|Belfast=貝爾法斯特`,
  AT: "Vienna=維也納=Wien|Graz=格拉茨|Linz=林茨|Salzburg=薩爾斯堡",
  BE: "Brussels=布魯塞爾=Bruxelles=Brussel|Antwerp=安特衛普=Antwerpen|Ghent=根特=Gent|Liege=列日",
  BG: "Sofia=索菲亞|Plovdiv=普羅夫迪夫|Varna=瓦爾納",
  CY: "Nicosia=尼科西亞|Limassol=利馬索爾|Larnaca=拉納卡",
  CZ: "Prague=布拉格=Praha|Brno=布爾諾|Ostrava=俄斯特拉發",
  DE: `Berlin=柏林|Hamburg=漢堡|Munich=慕尼黑=München=Muenchen|Cologne=科隆=Köln=Koeln|Frankfurt=法蘭克福=Frankfurt am Main|Stuttgart=斯圖加特|Dusseldorf=杜塞爾多夫=Duesseldorf
    |Leipzig=萊比錫|Dortmund=多特蒙德|Essen=埃森|Bremen=不來梅|Dresden=德累斯頓|Hanover=漢諾威=Hannover|Nuremberg=紐倫堡=Nürnberg=Nuernberg`,
  DK: "Copenhagen=哥本哈根=København=Kobenhavn|Aarhus=奧胡斯|Odense=歐登塞|Billund=比隆",
  EE: "Tallinn=塔林|Tartu=塔爾圖",
  ES: "Madrid=馬德里|Barcelona=巴塞隆拿|Valencia=華倫西亞|Seville=塞維利亞=Sevilla|Zaragoza=薩拉戈薩|Malaga=馬拉加|Bilbao=畢爾包",
  FI: "Helsinki=赫爾辛基|Espoo=艾斯堡|Vantaa=萬塔|Tampere=坦佩雷|Turku=圖爾庫",
  FR: "Paris=巴黎|Roissy=華西|Lyon=里昂|Marseille=馬賽|Toulouse=圖盧茲|Nice=尼斯|Nantes=南特|Strasbourg=史特拉斯堡|Bordeaux=波爾多|Lille=里爾|Rennes=雷恩",
  GR: "Athens=雅典|Thessaloniki=帖撒羅尼迦|Patras=帕特雷|Heraklion=伊拉克利翁",
  HR: "Zagreb=薩格勒布|Split=斯普利特|Rijeka=里耶卡",
  HU: "Budapest=布達佩斯|Debrecen=德布勒森|Szeged=塞格德",
  IE: "Dublin=都柏林|Cork=科克|Galway=高威|Limerick=利默里克",
  IT: "Rome=羅馬=Roma|Milan=米蘭=Milano|Naples=那不勒斯=Napoli|Turin=都靈=Torino|Bologna=博洛尼亞|Florence=佛羅倫斯=Firenze|Venice=威尼斯=Venezia|Verona=維羅納|Genoa=熱那亞=Genova|Bergamo=貝加莫",
  LT: "Vilnius=維爾紐斯|Kaunas=考納斯",
  LU: "Luxembourg=盧森堡",
  LV: "Riga=里加",
  MT: "Valletta=瓦萊塔|Luqa=盧加",
  NL: "Amsterdam=阿姆斯特丹|Rotterdam=鹿特丹|The Hague=海牙=Den Haag|Utrecht=烏特勒支|Eindhoven=燕豪芬|Maastricht=馬斯特里赫特|Venlo=芬洛",
  PL: "Warsaw=華沙=Warszawa|Krakow=克拉科夫|Lodz=羅茲=Łódź|Wroclaw=弗羅茨瓦夫=Wrocław|Poznan=波茲南|Gdansk=格但斯克|Katowice=卡托維茲",
  PT: "Lisbon=里斯本=Lisboa|Porto=波圖|Braga=布拉加|Faro=法魯",
  RO: "Bucharest=布加勒斯特=București|Cluj-Napoca=克盧日－納波卡=Cluj|Timisoara=蒂米什瓦拉|Iasi=雅西",
  SE: "Stockholm=斯德哥爾摩|Gothenburg=哥德堡=Göteborg|Malmo=馬爾默|Uppsala=烏普薩拉",
  SI: "Ljubljana=盧布爾雅那|Maribor=馬里博爾",
  SK: "Bratislava=布拉迪斯拉發|Kosice=科希策",
  // The rest of the world: capitals and airports where parcels change planes.
  AE: "Dubai=杜拜|Abu Dhabi=阿布達比|Sharjah=沙迦",
  AR: "Buenos Aires=布宜諾斯艾利斯|Cordoba=科爾多瓦|Rosario=羅薩里奧",
  BD: "Dhaka=達卡|Chittagong=吉大港",
  BH: "Manama=麥納麥",
  BN: "Bandar Seri Begawan=斯里巴加灣",
  BR: "Sao Paulo=聖保羅|Rio de Janeiro=里約熱內盧|Brasilia=巴西利亞|Curitiba=庫里奇巴|Campinas=坎皮納斯|Belo Horizonte=貝洛奧里藏特",
  CH: "Zurich=蘇黎世=Zuerich|Geneva=日內瓦=Genève=Genf|Basel=巴塞爾|Bern=伯恩|Lausanne=洛桑",
  CL: "Santiago=聖地亞哥",
  CO: "Bogota=波哥大|Medellin=麥德林",
  EG: "Cairo=開羅|Alexandria=亞歷山大港",
  IL: "Tel Aviv=特拉維夫|Jerusalem=耶路撒冷|Haifa=海法",
  IN: `New Delhi=新德里=Delhi|Mumbai=孟買=Bombay|Bengaluru=班加羅爾=Bangalore|Chennai=金奈|Kolkata=加爾各答|Hyderabad=海得拉巴|Pune=浦那|Ahmedabad=艾哈邁達巴德`,
  IS: "Reykjavik=雷克雅未克",
  JO: "Amman=安曼",
  KE: "Nairobi=內羅畢|Mombasa=蒙巴薩",
  KH: "Phnom Penh=金邊|Siem Reap=暹粒",
  KW: "Kuwait City=科威特城",
  KZ: "Almaty=阿拉木圖|Astana=阿斯塔納",
  LA: "Vientiane=永珍",
  LK: "Colombo=可倫坡",
  MA: "Casablanca=卡薩布蘭卡|Rabat=拉巴特",
  MM: "Yangon=仰光|Mandalay=曼德勒",
  MN: "Ulaanbaatar=烏蘭巴托",
  MV: "Male=馬累",
  MX: "Mexico City=墨西哥城=Ciudad de México=CDMX|Guadalajara=瓜達拉哈拉|Monterrey=蒙特雷|Tijuana=蒂華納|Cancun=坎昆",
  NG: "Lagos=拉各斯|Abuja=阿布賈",
  NO: "Oslo=奧斯陸|Bergen=卑爾根|Trondheim=特隆赫姆",
  NP: "Kathmandu=加德滿都",
  OM: "Muscat=馬斯喀特",
  PE: "Lima=利馬",
  PK: "Karachi=卡拉奇|Lahore=拉合爾|Islamabad=伊斯蘭堡",
  QA: "Doha=多哈",
  RU: "Moscow=莫斯科|Saint Petersburg=聖彼得堡=St. Petersburg|Vladivostok=海參崴",
  SA: "Riyadh=利雅得|Jeddah=吉達|Dammam=達曼",
  TR: "Istanbul=伊斯坦堡|Ankara=安卡拉|Izmir=伊茲密爾",
  UA: "Kyiv=基輔=Kiev|Lviv=利沃夫|Odesa=敖德薩",
  ZA: "Johannesburg=約翰內斯堡|Cape Town=開普敦|Durban=德班|Pretoria=比勒陀利亞",
};

/** Carriers may report the first country for places in the others. */
const ALSO_IN: Record<string, readonly string[]> = { CN: ["HK", "MO", "TW"], US: ["PR"] };

/**
 * A name as it is compared: without case, accents, spaces and punctuation, and without the word for a city or district.
 */
function bare(text: string): string {
  const letters = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return letters.replace(/(?<=^..+)(?:市|區|区|縣|县|城市|district)$/u, "");
}

type Cities = Map<string, Record<Language, string>>;
let known: Map<string, Cities> | undefined;

/** By country, then by each spelling of a city. */
function places(): Map<string, Cities> {
  known ??= new Map(
    Object.entries(PLACES).map(([country, text]) => {
      const lines = text.split("|").map((line) => line.trim().split("="));
      const districts = country === "HK" ? DISTRICTS.map(([en, zh]) => [en, zh]) : [];
      const cities: Cities = new Map();
      for (const [en = "", zh = "", ...others] of [...lines, ...districts])
        for (const name of [en, zh, ...others]) cities.set(bare(name), { en, "zh-Hant": zh });
      return [country, cities];
    }),
  );
  return known;
}

/**
 * What the public sees of where a scan was made (contract §9.2): a listed city, in both languages, and the country by
 * its code. Null: nothing.
 */
export function publicLocality(location: { city: string | null; country: string | null } | null): Locality | null {
  if (!location) return null;
  const country = location.country ? countryCode(location.country) : null;
  const written = bare(location.city ?? "");
  const countries = country ? [country, ...(ALSO_IN[country] ?? [])] : [...places().keys()];
  const city = countries.map((code) => places().get(code)?.get(written)).find(Boolean) ?? null;
  return city || country ? { city, country } : null;
}
